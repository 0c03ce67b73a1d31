import Signals
import Terminal
import ViewModels

/// Handles the mouse on scroll bars: a press scrolls there, and dragging scrolls along. Like the wheel, this leaves the
/// focus in its pane. On a border only the thumb is for scrolling, as the rest of the border resizes the panes.
struct ScrollBarMouse {
    private enum Scrolled {
        case place(Place)
        case choice
    }

    let model: ReaderModel
    /// What the scroll bar that is being dragged scrolls, and where the mouse holds it.
    private var held: (scrolled: Scrolled, grip: Int)?

    init(_ model: ReaderModel) {
        self.model = model
    }

    /// Handles an event if it is for a scroll bar, and returns whether it is. `content` is the canvas of the content.
    mutating func handle(_ event: MouseEvent, on content: Canvas) -> Bool {
        switch event.action {
        case .press(.left), .doublePress:
            held = hold(event, on: content)
            moveHeld(by: event, on: content)
            return held != nil
        case .drag:
            moveHeld(by: event, on: content)
            return held != nil
        case .release:
            defer { held = nil }
            return held != nil
        case .press(.middle), .press(.right), .wheelUp, .wheelDown: return false
        }
    }

    private func hold(_ event: MouseEvent, on content: Canvas) -> (scrolled: Scrolled, grip: Int)? {
        guard let scrolled = scrolled(under: event, on: content), let bar = scrollBar(of: scrolled, on: content),
            let grip = bar.grip(of: event), bar.isOnThumb(event) || !isOnBorder(event, of: content)
        else { return nil }
        return (scrolled, grip)
    }

    private func isOnBorder(_ event: MouseEvent, of content: Canvas) -> Bool {
        guard model.choice == nil, model.place.pane != nil, let cell = content.cell(of: event) else { return false }
        return model.panes.arrangement.slot(endingAt: cell.column) != nil
    }

    private func moveHeld(by event: MouseEvent, on content: Canvas) {
        guard let held, let bar = scrollBar(of: held.scrolled, on: content) else { return }
        let top = bar.top(heldBy: event, grip: held.grip)
        switch held.scrolled {
        case .place(let place): model.view(of: place).scroll(toTop: top)
        case .choice: model.editChoice { $0.cursor.scroll(toTop: top) }
        }
    }

    private func scrolled(under event: MouseEvent, on content: Canvas) -> Scrolled? {
        if model.choice != nil { return .choice }
        guard model.place.pane != nil else { return .place(model.place) }
        let slots = model.panes.arrangement.slots
        return slots.first { content.borderedPart(of: $0).cell(of: event) != nil }.map { .place($0.pane.place) }
    }

    private func scrollBar(of scrolled: Scrolled, on content: Canvas) -> ScrollBar? {
        switch scrolled {
        case .choice: model.choice.flatMap { ChoiceView.scrollBar(of: $0, in: model, on: content) }
        case .place(let place): part(of: place, on: content).flatMap { model.view(of: place).scrollBar(on: $0) }
        }
    }

    /// The part of the content that shows a place; nil if it isn't visible.
    private func part(of place: Place, on content: Canvas) -> Canvas? {
        guard let pane = place.pane else { return place == model.place ? content : nil }
        return model.panes.arrangement.slots.first { $0.pane == pane }.map(content.borderedPart)
    }
}

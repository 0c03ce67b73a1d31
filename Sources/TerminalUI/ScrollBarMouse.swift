import Signals
import Terminal
import ViewModels

/// What the mouse does with scroll bars: where one is pressed, what it belongs to goes there, and it goes along while the mouse
/// is dragged. Like the wheel that leaves the person in the pane that they are in.
struct ScrollBarMouse {
    private enum Scrolled {
        case pane(Pane)
        case choice
        case text
    }

    let model: ReaderModel
    /// What the scroll bar belongs to that is held, and where it is held.
    private var held: (scrolled: Scrolled, grip: Int)?

    init(_ model: ReaderModel) {
        self.model = model
    }

    /// Takes what the mouse did on the canvas of the content, if that is for a scroll bar, and says whether it is.
    mutating func take(_ event: MouseEvent, on content: Canvas) -> Bool {
        switch event.deed {
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
        guard let scrolled = scrolled(under: event, on: content),
            let grip = scrollBar(of: scrolled, on: content)?.grip(of: event)
        else { return nil }
        return (scrolled, grip)
    }

    private func moveHeld(by event: MouseEvent, on content: Canvas) {
        guard let held, let bar = scrollBar(of: held.scrolled, on: content) else { return }
        let top = bar.top(heldBy: event, grip: held.grip)
        switch held.scrolled {
        case .pane(let pane): model.scroll(pane, toTop: top)
        case .choice: model.editChoice { $0.cursor.scroll(toTop: top) }
        case .text: model.scrollText(toTop: top)
        }
    }

    private func scrolled(under event: MouseEvent, on content: Canvas) -> Scrolled? {
        if model.choice != nil { return .choice }
        guard model.place.pane != nil else { return .text }
        let slots = model.panes.arrangement.slots
        return slots.first { content.part(of: $0).cell(of: event) != nil }.map { .pane($0.pane) }
    }

    private func scrollBar(of scrolled: Scrolled, on content: Canvas) -> ScrollBar? {
        switch scrolled {
        case .choice: model.choice.flatMap { ChoiceView.scrollBar(of: $0, in: model, on: content) }
        case .text: model.pager.flatMap { PagerView.scrollBar(of: $0, on: content) }
        case .pane(let pane):
            model.panes.arrangement.slots.first { $0.pane == pane }.flatMap {
                scrollBar(of: pane, on: content.part(of: $0))
            }
        }
    }

    private func scrollBar(of pane: Pane, on part: Canvas) -> ScrollBar? {
        switch pane {
        case .feeds: FeedListView.scrollBar(of: model.feeds, on: part)
        case .items: ItemListView.scrollBar(of: model.items, on: part)
        case .article where model.openArticle == nil: nil
        case .article: PagerView.scrollBar(of: model.article, on: part)
        }
    }
}

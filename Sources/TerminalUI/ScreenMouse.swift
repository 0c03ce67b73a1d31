import Signals
import Terminal
import ViewModels

/// Handles the mouse: scroll bars, the title, panes, lists and texts.
struct ScreenMouse {
    let model: ReaderModel
    private var panes: PanesMouse
    private var scrollBars: ScrollBarMouse
    /// Whether the last press chose from a list of choices.
    private var hasChosen = false

    init(_ model: ReaderModel) {
        self.model = model
        panes = PanesMouse(model)
        scrollBars = ScrollBarMouse(model)
    }

    /// Handles an event on a screen with this layout.
    mutating func handle(_ event: MouseEvent, on layout: Layout) {
        let content = layout.content
        if model.session.prompt != nil { return handleWhileTyping(event, on: content) }
        if event.action != .release, event.action != .drag { model.handlePointing() }
        if scrollBars.handle(event, on: content) { return }
        // A double press has already chosen. Its second press must not act on what appeared instead of the choices.
        if event.action == .doublePress, hasChosen { return }
        if case .press = event.action { hasChosen = model.session.choice != nil }
        if event.action != .release, let title = layout.title, title.cell(of: event) != nil {
            return handleOnTitle(event)
        }
        if model.session.choice == nil, model.screen.pane != nil { return panes.handle(event, on: content) }
        ListMouse(model: model).handle(event, on: content)
    }

    private func handleOnTitle(_ event: MouseEvent) {
        if event.action == .press(.left), model.session.choice == nil { model.view().pressTitle() }
    }

    /// Handles an event while the user types. The wheel and the scroll bar scroll the list of matches. A press accepts
    /// the text as Enter does, then chooses the row.
    private mutating func handleWhileTyping(_ event: MouseEvent, on content: Canvas) {
        guard model.screen.pane != nil, model.session.isFindingRows, !scrollBars.handle(event, on: content) else {
            return
        }
        switch event.action {
        case .wheelUp, .wheelDown: panes.handle(event, on: content)
        case .press(.left):
            model.session.submitPrompt()
            if model.session.prompt == nil { panes.handle(event, on: content) }
        case .press, .doublePress, .drag, .release: break
        }
    }
}

/// Handles the mouse on scroll bars: a press scrolls there, and dragging scrolls along. Like the wheel, this leaves the
/// focus in its pane. On a border only the thumb is for scrolling, as the rest of the border resizes the panes.
private struct ScrollBarMouse {
    private enum Scrolled {
        case screen(Screen)
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
        guard model.session.choice == nil, model.screen.pane != nil, let cell = content.cell(of: event) else {
            return false
        }
        return model.panes.arrangement.slot(endingAt: cell.column) != nil
    }

    private func moveHeld(by event: MouseEvent, on content: Canvas) {
        guard let held, let bar = scrollBar(of: held.scrolled, on: content) else { return }
        let top = bar.top(heldBy: event, grip: held.grip)
        switch held.scrolled {
        case .screen(let screen): model.scroll(screen, toTop: top)
        case .choice: model.session.editChoice { $0.cursor.scroll(toTop: top) }
        }
    }

    private func scrolled(under event: MouseEvent, on content: Canvas) -> Scrolled? {
        if model.session.choice != nil { return .choice }
        guard model.screen.pane != nil else { return .screen(model.screen) }
        let slots = model.panes.arrangement.slots
        return slots.first { content.borderedPart(of: $0).cell(of: event) != nil }.map { .screen($0.pane.screen) }
    }

    private func scrollBar(of scrolled: Scrolled, on content: Canvas) -> ScrollBar? {
        switch scrolled {
        case .choice: model.session.choice.flatMap { ChoiceView.scrollBar(of: $0, in: model, on: content) }
        case .screen(let screen): part(of: screen, on: content).flatMap { model.view(of: screen).scrollBar(on: $0) }
        }
    }

    /// The part of the content that shows a screen; nil if it isn't visible.
    private func part(of screen: Screen, on content: Canvas) -> Canvas? {
        guard let pane = screen.pane else { return screen == model.screen ? content : nil }
        return model.panes.arrangement.slot(of: pane).map(content.borderedPart)
    }
}

/// Handles the mouse in the panes: a press chooses, a second one opens, and the wheel scrolls the pane under the mouse.
/// Borders can be dragged, and the right button goes back.
private struct PanesMouse {
    let model: ReaderModel
    /// The pane whose right border is being dragged.
    private var dragged: Pane?

    init(_ model: ReaderModel) {
        self.model = model
    }

    /// Handles an event. `canvas` is that of all panes.
    mutating func handle(_ event: MouseEvent, on canvas: Canvas) {
        switch event.action {
        case .wheelUp: scroll(by: -MouseEvent.rowsOfWheel, under: event, on: canvas)
        case .wheelDown: scroll(by: MouseEvent.rowsOfWheel, under: event, on: canvas)
        case .press(.right): model.navigation.goBackByPointing()
        case .press(.middle): break
        case .press(.left): press(event, on: canvas)
        case .doublePress: if choose(event, on: canvas) { model.perform(.open) }
        case .drag: drag(event, on: canvas)
        case .release: dragged = nil
        }
    }

    private mutating func press(_ event: MouseEvent, on canvas: Canvas) {
        dragged = canvas.cell(of: event).flatMap { model.panes.arrangement.slot(endingAt: $0.column)?.pane }
        if dragged == nil { choose(event, on: canvas) }
    }

    private func drag(_ event: MouseEvent, on canvas: Canvas) {
        guard let dragged, let slot = model.panes.arrangement.slot(of: dragged) else {
            return
        }
        model.panes.setWidth(of: dragged, to: event.column - canvas.firstColumn - slot.start)
    }

    /// Chooses what is under the mouse, and returns whether that is a row that can be opened.
    @discardableResult
    private func choose(_ event: MouseEvent, on canvas: Canvas) -> Bool {
        guard let (pane, part) = pane(under: event, on: canvas) else { return false }
        model.navigation.focus(on: pane)
        guard model.navigation.focus == pane else { return false }
        return model.view(of: pane.screen).choose(under: event, on: part)
    }

    private func scroll(by rows: Int, under event: MouseEvent, on canvas: Canvas) {
        if let pane = pane(under: event, on: canvas)?.pane { model.scroll(pane.screen, by: rows) }
    }

    private func pane(under event: MouseEvent, on canvas: Canvas) -> (pane: Pane, part: Canvas)? {
        guard let cell = canvas.cell(of: event), let slot = model.panes.arrangement.slot(at: cell.column) else {
            return nil
        }
        return (slot.pane, canvas.part(of: slot))
    }
}

/// Handles the mouse outside the panes: in lists and texts. A press chooses a row, and a second press opens it. Where
/// the user is asked to choose, the first press is enough. The wheel scrolls.
private struct ListMouse {
    let model: ReaderModel

    /// Handles an event. `canvas` is that of the content.
    func handle(_ event: MouseEvent, on canvas: Canvas) {
        switch event.action {
        case .wheelUp: scroll(by: -MouseEvent.rowsOfWheel)
        case .wheelDown: scroll(by: MouseEvent.rowsOfWheel)
        case .press(.right):
            if model.session.choice != nil { model.session.leaveChoice() } else { model.navigation.goBackByPointing() }
        case .press(.left): if point(event, on: canvas), model.session.choice != nil { model.session.acceptChoice() }
        case .doublePress: if point(event, on: canvas) { open() }
        case .press(.middle), .drag, .release: break
        }
    }

    private func scroll(by rows: Int) {
        if model.session.choice != nil {
            model.session.editChoice { $0.cursor.scroll(by: rows) }
        } else {
            model.scroll(model.screen, by: rows)
        }
    }

    private func open() {
        if model.session.choice != nil { model.session.acceptChoice() } else { model.perform(.open) }
    }

    /// Chooses the row under the mouse, and returns whether there is one.
    private func point(_ event: MouseEvent, on canvas: Canvas) -> Bool {
        guard let choice = model.session.choice else { return model.view().choose(under: event, on: canvas) }
        let list = ChoiceView.list(of: choice, in: model, on: canvas)
        guard let row = choice.cursor.row(under: event, on: list) else { return false }
        model.session.editChoice { $0.cursor.move(to: row) }
        return true
    }
}

extension ListCursor {
    /// The list's row under the mouse; nil if there is none.
    func row(under event: MouseEvent, on list: Canvas) -> Int? {
        guard let cell = list.cell(of: event), visible.contains(top + cell.row) else { return nil }
        return top + cell.row
    }
}

extension MouseEvent {
    /// The rows that one step of the wheel scrolls.
    fileprivate static let rowsOfWheel = 3
}

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
        if model.prompt != nil { return handleWhileTyping(event, on: content) }
        if scrollBars.handle(event, on: content) { return }
        // A double press has already chosen. Its second press must not act on what appeared instead of the choices.
        if event.action == .doublePress, hasChosen { return }
        if case .press = event.action { hasChosen = model.choice != nil }
        if event.action != .release, let title = layout.title, title.cell(of: event) != nil {
            return handleOnTitle(event)
        }
        if model.choice == nil, model.place.pane != nil { return panes.handle(event, on: content) }
        ListMouse(model: model).handle(event, on: content)
    }

    private func handleOnTitle(_ event: MouseEvent) {
        if event.action == .press(.left), model.choice == nil { model.view().pressTitle() }
    }

    /// Handles an event while the user types. The wheel and the scroll bar scroll the list of matches. A press accepts
    /// the text as Enter does, then chooses the row.
    private mutating func handleWhileTyping(_ event: MouseEvent, on content: Canvas) {
        guard model.isFindingRows, !scrollBars.handle(event, on: content) else { return }
        switch event.action {
        case .wheelUp, .wheelDown: panes.handle(event, on: content)
        case .press(.left):
            model.submitPrompt()
            if model.prompt == nil { panes.handle(event, on: content) }
        case .press, .doublePress, .drag, .release: break
        }
    }
}

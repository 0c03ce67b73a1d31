import Signals
import Terminal
import ViewModels

/// What the mouse does, by what is under it: scroll bars, the line on top, panes, lists and texts.
struct ScreenMouse {
    let model: ReaderModel
    private var panes: PanesMouse
    private var scrollBars: ScrollBarMouse
    /// Whether it was pressed last on something to choose from.
    private var hasChosen = false

    init(_ model: ReaderModel) {
        self.model = model
        panes = PanesMouse(model)
        scrollBars = ScrollBarMouse(model)
    }

    /// Takes what the mouse did on a screen that is divided so.
    mutating func take(_ event: MouseEvent, on layout: Layout) {
        let content = layout.content
        if model.prompt != nil { return takeWhileTyping(event, on: content) }
        if scrollBars.take(event, on: content) { return }
        // The second press of two is meant for what was chosen by the first, and not for what has come to light beneath.
        if event.deed == .doublePress, hasChosen { return }
        if case .press = event.deed { hasChosen = model.choice != nil }
        if event.deed != .release, let title = layout.title, title.cell(of: event) != nil { return takeOnTitle(event) }
        if model.choice == nil, model.place.pane != nil { return panes.take(event, on: content) }
        ListMouse(model: model).take(event, on: content)
    }

    private func takeOnTitle(_ event: MouseEvent) {
        if event.deed == .press(.left), model.choice == nil { model.view().pressTitle() }
    }

    /// While a line is typed the mouse is for what that finds: the wheel and the scroll bar scroll it, and a press goes to a row of
    /// it, which keeps it as Enter does.
    private mutating func takeWhileTyping(_ event: MouseEvent, on content: Canvas) {
        guard model.isFindingRows, !scrollBars.take(event, on: content) else { return }
        switch event.deed {
        case .wheelUp, .wheelDown: panes.take(event, on: content)
        case .press(.left):
            model.submitPrompt()
            if model.prompt == nil { panes.take(event, on: content) }
        case .press, .doublePress, .drag, .release: break
        }
    }
}

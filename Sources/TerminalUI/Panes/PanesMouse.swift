import Signals
import Terminal
import ViewModels

/// Handles the mouse in the panes: a press chooses, a second one opens, and the wheel scrolls the pane under the mouse.
/// Borders can be dragged, and the right button goes back.
struct PanesMouse {
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
        case .press(.right): model.goBackByPointing()
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
        guard let dragged, let slot = model.panes.arrangement.slots.first(where: { $0.pane == dragged }) else {
            return
        }
        model.panes.setWidth(of: dragged, to: event.column - canvas.firstColumn - slot.start)
    }

    /// Chooses what is under the mouse, and returns whether that is a row that can be opened.
    @discardableResult
    private func choose(_ event: MouseEvent, on canvas: Canvas) -> Bool {
        guard let (pane, part) = pane(under: event, on: canvas) else { return false }
        model.focus(on: pane)
        guard model.focus == pane else { return false }
        return model.view(of: pane.place).choose(under: event, on: part)
    }

    private func scroll(by rows: Int, under event: MouseEvent, on canvas: Canvas) {
        if let pane = pane(under: event, on: canvas)?.pane { model.view(of: pane.place).scroll(by: rows) }
    }

    private func pane(under event: MouseEvent, on canvas: Canvas) -> (pane: Pane, part: Canvas)? {
        guard let cell = canvas.cell(of: event), let slot = model.panes.arrangement.slot(at: cell.column) else {
            return nil
        }
        return (slot.pane, canvas.part(of: slot))
    }
}

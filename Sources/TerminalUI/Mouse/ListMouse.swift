import Signals
import Terminal
import ViewModels

/// Handles the mouse outside the panes: in lists and texts. A press chooses a row, and a second press opens it. Where
/// the user is asked to choose, the first press is enough. The wheel scrolls.
struct ListMouse {
    let model: ReaderModel

    /// Handles an event. `canvas` is that of the content.
    func handle(_ event: MouseEvent, on canvas: Canvas) {
        switch event.action {
        case .wheelUp: scroll(by: -MouseEvent.rowsOfWheel)
        case .wheelDown: scroll(by: MouseEvent.rowsOfWheel)
        case .press(.right): if model.choice != nil { model.leaveChoice() } else { model.goBackByPointing() }
        case .press(.left): if point(event, on: canvas), model.choice != nil { model.acceptChoice() }
        case .doublePress: if point(event, on: canvas) { open() }
        case .press(.middle), .drag, .release: break
        }
    }

    private func scroll(by rows: Int) {
        if model.choice != nil {
            model.editChoice { $0.cursor.scroll(by: rows) }
        } else {
            model.view().scroll(by: rows)
        }
    }

    private func open() {
        if model.choice != nil { model.acceptChoice() } else { model.perform(.open) }
    }

    /// Chooses the row under the mouse, and returns whether there is one.
    private func point(_ event: MouseEvent, on canvas: Canvas) -> Bool {
        guard let choice = model.choice else { return model.view().choose(under: event, on: canvas) }
        let list = ChoiceView.list(of: choice, in: model, on: canvas)
        guard let row = choice.cursor.row(under: event, on: list) else { return false }
        model.editChoice { $0.cursor.move(to: row) }
        return true
    }
}

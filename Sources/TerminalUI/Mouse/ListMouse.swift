import Signals
import Terminal
import ViewModels

/// What the mouse does where there are no panes: in the links of an article, in what failed, at the start, in what there is to
/// choose from, and in texts. A press goes to a row and a second one takes it, but in a list to choose from, where the first
/// does. The wheel scrolls.
struct ListMouse {
    let model: ReaderModel

    /// Takes what the mouse did on the canvas that the content is drawn on.
    func take(_ event: MouseEvent, on canvas: Canvas) {
        switch event.deed {
        case .wheelUp: scroll(by: -MouseEvent.rowsOfWheel)
        case .wheelDown: scroll(by: MouseEvent.rowsOfWheel)
        case .press(.right): if model.choice != nil { model.leaveChoice() } else { model.goBackByPointing() }
        case .press(.left): if point(event, on: canvas), model.choice != nil { model.takeChoice() }
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
        if model.choice != nil { model.takeChoice() } else { model.perform(.open) }
    }

    /// Goes to the row that the mouse is over, and says whether there is one.
    private func point(_ event: MouseEvent, on canvas: Canvas) -> Bool {
        guard let choice = model.choice else { return model.view().choose(under: event, on: canvas) }
        let list = ChoiceView.list(of: choice, in: model, on: canvas)
        guard let row = choice.cursor.row(under: event, on: list) else { return false }
        model.editChoice { $0.cursor.move(to: row) }
        return true
    }
}

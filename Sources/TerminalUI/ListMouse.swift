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
        case .wheelUp: scroll(by: -PanesMouse.rowsOfWheel)
        case .wheelDown: scroll(by: PanesMouse.rowsOfWheel)
        case .press(.right): if model.choice != nil { model.leaveChoice() } else { model.goBackByPointing() }
        case .press(.left): if point(event, on: canvas), model.choice != nil { model.takeChoice() }
        case .doublePress: if point(event, on: canvas) { open() }
        case .press(.middle), .drag, .release: break
        }
    }

    private func scroll(by rows: Int) {
        if model.choice != nil { model.editChoice { $0.cursor.scroll(by: rows) } } else { model.scroll(by: rows) }
    }

    private func open() {
        if model.choice != nil { model.takeChoice() } else { model.perform(.open) }
    }

    /// Goes to the row that the mouse is over, and says whether there is one.
    @discardableResult
    private func point(_ event: MouseEvent, on canvas: Canvas) -> Bool {
        if let choice = model.choice {
            guard
                let row = row(of: event, in: choice.cursor, on: ChoiceView.list(of: choice, in: model, on: canvas))
            else { return false }
            model.editChoice { $0.cursor.move(to: row) }
            return true
        }
        switch model.place {
        case .welcome:
            guard let cell = WelcomeView.offers(on: canvas).cell(of: event) else { return false }
            model.chooseOffer(inRow: cell.row)
            return true
        case .links:
            guard let row = row(of: event, in: model.links.cursor, on: canvas) else { return false }
            model.links.choose(row + 1)
            return true
        case .failures:
            guard let cell = FailureListView.rows(of: model.failures, on: canvas).cell(of: event) else { return false }
            return model.failures.choose(inRow: cell.row)
        case .feeds, .items, .article, .information, .help: return false
        }
    }

    private func row(of event: MouseEvent, in cursor: ListCursor, on list: Canvas) -> Int? {
        guard let cell = list.cell(of: event), cursor.visible.contains(cursor.top + cell.row) else { return nil }
        return cursor.top + cell.row
    }
}

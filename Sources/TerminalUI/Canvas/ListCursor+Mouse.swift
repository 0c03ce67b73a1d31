import Terminal
import ViewModels

extension ListCursor {
    /// The row of the list that is under the mouse; nil where there is none.
    func row(under event: MouseEvent, on list: Canvas) -> Int? {
        guard let cell = list.cell(of: event), visible.contains(top + cell.row) else { return nil }
        return top + cell.row
    }
}

extension MouseEvent {
    /// By so many rows a step of the wheel scrolls.
    static let rowsOfWheel = 3
}

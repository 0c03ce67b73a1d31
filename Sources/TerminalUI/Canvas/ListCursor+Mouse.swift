import Terminal
import ViewModels

extension ListCursor {
    /// The list's row under the mouse; nil if there is none.
    func row(under event: MouseEvent, on list: Canvas) -> Int? {
        guard let cell = list.cell(of: event), visible.contains(top + cell.row) else { return nil }
        return top + cell.row
    }
}

extension MouseEvent {
    /// The rows that one step of the wheel scrolls.
    static let rowsOfWheel = 3
}

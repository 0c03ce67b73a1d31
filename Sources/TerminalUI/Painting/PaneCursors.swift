import Signals
import ViewModels

/// The cursors of the panes' lists.
struct PaneCursors {
    var feeds = ListCursor()
    var items = ListCursor()

    init() {}

    init(_ model: ReaderModel) {
        feeds = model.feeds.cursor
        items = model.items.cursor
    }
}

extension ListCursor {
    /// The rows from the cursor's old position to the new one; nil if the list has scrolled, which changes all rows.
    func rowsChanged(since painted: ListCursor) -> Range<Int>? {
        var moved = painted
        moved.move(to: row)
        guard moved == self, top == painted.top else { return nil }
        return min(row, painted.row) - top..<max(row, painted.row) - top + 1
    }
}

import Signals
import ViewModels

/// Where the cursors of the panes' lists are.
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
    /// The rows of the screen from the one that the cursor has left to the one that it has come to; nil where all have
    /// changed, as the list has scrolled.
    func rowsChanged(since painted: ListCursor) -> Range<Int>? {
        var moved = painted
        moved.move(to: row)
        guard moved == self, top == painted.top else { return nil }
        return min(row, painted.row) - top..<max(row, painted.row) - top + 1
    }
}

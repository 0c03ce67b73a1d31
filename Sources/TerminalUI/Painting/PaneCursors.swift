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

import Dispatch
import Library
import MainQueue
import Signals

// Loading rows. The cursor stays on its item.
extension ItemListModel {
    func loadStart() {
        loaded.loadStart(of: rows)
        cursor.shift(by: -cursor.row, count: loaded.count)
    }

    func loadEnd() {
        guard let rows else { return }
        loaded.loadEnd(of: rows)
        cursor.count = loaded.count
    }

    func settleOffset() {
        if let rows { loaded.settleOffset(in: rows) }
    }

    func loadMore() {
        guard let rows else { return }
        follow(shift: loaded.loadMore(of: rows))
    }

    func loadEarlier() {
        guard let rows else { return }
        follow(shift: loaded.loadEarlier(of: rows))
    }

    /// Loads a screen of rows above and below the cursor, for the next keys.
    func loadAhead() {
        if lacksMore { loadMore() }
        if lacksEarlier { loadEarlier() }
    }

    /// Does so after this key's frame is painted, so that the frame needn't wait.
    func loadAheadSoon() {
        guard lacksMore || lacksEarlier else { return }
        MainQueue.async { [weak self] in self?.loadAhead() }
    }

    private var lacksMore: Bool {
        !loaded.hasEnd && cursor.row + cursor.height >= loaded.count
    }

    private var lacksEarlier: Bool { !loaded.hasStart && cursor.row < cursor.height }

    func follow(shift: Int) {
        if shift != 0 || cursor.count != loaded.count { cursor.shift(by: shift, count: loaded.count) }
    }

    /// Loads the rows around the cursor again, where items may have been restored.
    func loadAroundCursor() {
        guard let selected else { return loadStart() }
        loadAround(selected)
    }

    /// Loads the rows around an item. `wholeRow` is its row in the whole list, if known.
    func loadAround(_ item: Item, inRow wholeRow: Int? = nil) {
        guard let rows else { return loadStart() }
        guard let row = loaded.load(around: item, inRow: wholeRow, of: rows) else { return }
        cursor.shift(by: row - cursor.row, count: loaded.count)
    }
}

import Dispatch
import Library
import MainQueue
import Signals

// Loading: the cursor stays on its item.
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

    /// Has a screen of rows loaded on either side of the cursor, for the keys that come next.
    func loadAhead() {
        if lacksMore { loadMore() }
        if lacksEarlier { loadEarlier() }
    }

    /// Does so when the frame of this key is out, which would wait for it.
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

    /// Loads anew what is around the cursor, where items may have come back.
    func loadAroundCursor() {
        guard let selected else { return loadStart() }
        loadAround(selected)
    }

    /// What is around an item, which may be known to stand in a row of the whole list.
    func loadAround(_ item: Item, inRow wholeRow: Int? = nil) {
        guard let rows else { return loadStart() }
        guard let row = loaded.load(around: item, inRow: wholeRow, of: rows) else { return }
        cursor.shift(by: row - cursor.row, count: loaded.count)
    }
}

package import Library
package import Signals
import System

/// The loaded part of a list. It grows where the cursor goes, and drops items at the other end.
@MainActor package final class LoadedItems {
    @Published package internal(set) var items: [Item] = []
    /// The number of items before these.
    @Published package internal(set) var offset = 0
    /// The number of items in the list, loaded or not.
    package private(set) var total = 0
    /// Whether the first and the last item of the list are loaded.
    private(set) var hasStart = false
    private(set) var hasEnd = false

    static let pageSize = 200
    /// Beyond this, items at the other end are dropped, as they can be loaded again.
    private static let most = 10 * pageSize

    private let news: LibraryNews
    private let library: Library
    /// Counts the offset. Cancelled when the offset becomes known in another way.
    private let offsetCount: Inquiry
    private let totalCount: Inquiry

    init(_ news: LibraryNews) {
        self.news = news
        library = news.library
        offsetCount = Inquiry(news)
        totalCount = Inquiry(news)
    }

    var count: Int { items.count }

    /// Whether the whole list is loaded.
    var isWhole: Bool { hasStart && hasEnd }

    /// The row of an item among those that are loaded.
    func row(of id: ItemID) -> Int? { items.firstIndex { $0.id == id } }

    /// Starts a list with `total` items.
    func begin(total: Int) {
        totalCount.drop()
        self.total = total
    }

    /// Adjusts the total for items that were added or removed.
    func add(_ count: Int) { total += count }

    /// Holds all items of a list, in any order.
    func hold(all items: [Item]) {
        self.items = items
        (hasStart, hasEnd) = (true, true)
        setOffset(0)
    }

    /// Loads the first items of a list; without a list, becomes empty.
    func loadStart(of rows: ListRows?) {
        if let rows {
            load(try rows.items(after: nil, limit: Self.pageSize, in: library))
        } else {
            items = []
        }
        (hasStart, hasEnd) = (true, count < Self.pageSize)
        setOffset(0)
        settleTotal()
    }

    /// The total of a list that is completely loaded. The library counts a duplicate in several feeds of a tag more
    /// than once.
    private func settleTotal() { if isWhole { total = count } }

    /// Loads the last items of a list.
    func loadEnd(of rows: ListRows) {
        load(try rows.items(before: nil, limit: Self.pageSize, in: library))
        (hasStart, hasEnd) = (count < Self.pageSize, true)
        settleTotal()
        setOffset(max(0, total - count))
    }

    /// The rows of the whole list that are loaded, if `isPlaced`.
    var rows: Range<Int> { offset..<offset + count }
    /// Whether the offset is known.
    package var isPlaced: Bool { !isCounting }
    private var isCounting: Bool { offsetCount.isUnderWay }

    /// Loads the items around one that may or may not be in the list, and returns its loaded row. Counts its row in the
    /// whole list unless `row` is given.
    func load(around item: Item, inRow row: Int? = nil, of rows: ListRows) -> Int? {
        do {
            let before = try rows.items(before: item, limit: Self.pageSize, in: library)
            let after = try rows.items(after: before.last, limit: Self.pageSize, in: library)
            items = before + after
            (hasStart, hasEnd) = (before.count < Self.pageSize, after.count < Self.pageSize)
            settleTotal()
            if hasStart {
                setOffset(0)
            } else if let row {
                setOffset(row - before.count)
            } else {
                countOffset(in: rows)
            }
            return before.count
        } catch {
            news.troubles.send(error)
            return nil
        }
    }

    /// Loads the items after these, and returns by how many rows the others have moved.
    func loadMore(of rows: ListRows) -> Int {
        guard !hasEnd, let last = items.last else { return 0 }
        guard let page = news.reporting(try rows.items(after: last, limit: Self.pageSize, in: library)) else {
            return 0
        }
        hasEnd = page.count < Self.pageSize
        let excess = max(0, count + page.count - Self.most)
        items = Array((items + page).dropFirst(excess))
        shiftOffset(by: excess, in: rows)
        hasStart = hasStart && excess == 0
        settleTotal()
        return -excess
    }

    /// Loads the items before these, and returns by how many rows the others have moved.
    func loadEarlier(of rows: ListRows) -> Int {
        guard !hasStart, let first = items.first else { return 0 }
        let earlier = news.reporting(try rows.items(before: first, limit: Self.pageSize, in: library))
        guard let page = earlier else { return 0 }
        hasStart = page.count < Self.pageSize
        let all = page + items
        items = Array(all.prefix(Self.most))
        hasEnd = hasEnd && all.count <= Self.most
        settleTotal()
        if hasStart { setOffset(0) } else { shiftOffset(by: -page.count, in: rows) }
        return page.count
    }

    /// Shows a mark before the library has written it.
    func show(_ mark: Mark, of changed: ItemSet) {
        let marked = items.map { item in
            guard changed.contains(item.id) else { return item }
            var item = item
            mark.apply(to: &item)
            return item
        }
        if marked != items { items = marked }
    }

    /// Reads items again that may have changed. Returns which are gone, and how many of those were above a row. Reads
    /// them instead of applying the mark, because other marks may be on their way.
    func reread(above row: Int, _ mayHaveChanged: (Item) -> Bool) -> (gone: ItemSet, above: Int)? {
        let old = items
        let ids = old.filter(mayHaveChanged).map(\.id)
        guard !ids.isEmpty else { return nil }
        guard let read = news.reporting(try library.items(ids)) else { return nil }
        let now = Dictionary(uniqueKeysWithValues: read.map { ($0.id, $0) })
        let asked = Set(ids)
        let items = old.compactMap { asked.contains($0.id) ? now[$0.id] : $0 }
        guard items != old else { return nil }
        let gone = ItemSet(ids.filter { now[$0] == nil })
        total -= gone.count
        self.items = items
        return (gone, old.prefix(row).count { gone.contains($0.id) })
    }

    private func load(_ read: @autoclosure () throws(LibraryFailure) -> [Item]) {
        if let read = news.reporting(try read()) { items = read }
    }
}

// The offset.
extension LoadedItems {
    private func shiftOffset(by steps: Int, in rows: ListRows) {
        if isCounting { countOffset(in: rows) } else { setOffset(max(0, offset + steps)) }
    }

    private func setOffset(_ offset: Int, isNews: Bool = false) {
        // Nobody saw the offset while it was being counted, so it is published even if it hasn't changed.
        let isNews = isNews || isCounting || offset != self.offset
        offsetCount.drop()
        if isNews { self.offset = offset }
    }

    /// Makes the offset known, by counting it now if necessary.
    func settleOffset(in rows: ListRows) {
        guard isCounting, let first = items.first else { return }
        if let position = news.reporting(try rows.position(of: first, in: library)) { setOffset(position) }
    }

    /// Counts the total and the offset again after items were added or removed. `loadMore` is called if there are more than
    /// before.
    func recount(in rows: ListRows, ifMore loadMore: @escaping @MainActor () -> Void = {}) {
        totalCount.ask { library throws(LibraryFailure) in
            try rows.count(in: library)
        } receive: { [weak self] count in
            guard let self else { return }
            if let count, count > total { loadMore() }
            if let count { total = isWhole ? self.count : count }
            // Published even if unchanged, because the total is shown beside it.
            if hasStart { setOffset(0, isNews: true) } else { countOffset(in: rows) }
        }
    }

    /// Counts the items before these off the main queue, since that may take longer than a key should.
    private func countOffset(in rows: ListRows) {
        guard let first = items.first else { return }
        offsetCount.ask { library throws(LibraryFailure) in
            try rows.position(of: first, in: library)
        } receive: { [weak self] offset in
            if let offset { self?.setOffset(offset) }
        }
    }
}

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

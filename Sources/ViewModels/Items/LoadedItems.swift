package import Library
package import Signals

/// The items of a list that are loaded: one piece of it, which grows where the cursor goes and is let go at its far end.
@MainActor package final class LoadedItems {
    @Published package internal(set) var items: [Item] = []
    /// How many items of the list stand before these.
    @Published package internal(set) var offset = 0
    /// How many items the list has, loaded or not.
    private(set) var total = 0
    /// Whether the first and the last item of the list are among these.
    private(set) var hasStart = false
    private(set) var hasEnd = false

    static let pageSize = 200
    /// Beyond this the far end is let go, for it can be loaded again.
    private static let most = 10 * pageSize

    private let news: LibraryNews
    private var library: Library { news.library }
    private var troubles: Subject<LibraryFailure, Never> { news.troubles }
    /// The offset that is being counted; moving changes it no longer once it is known otherwise.
    private let offsetCount: Inquiry
    private let totalCount: Inquiry

    init(_ news: LibraryNews) {
        self.news = news
        offsetCount = Inquiry(news)
        totalCount = Inquiry(news)
    }

    var count: Int { items.count }

    /// Whether all of the list is loaded.
    var isWhole: Bool { hasStart && hasEnd }

    /// The row of an item, the first that is loaded being 0.
    func row(of id: ItemID) -> Int? { items.firstIndex { $0.id == id } }

    /// Begins a list of so many items.
    func begin(total: Int) {
        totalCount.drop()
        self.total = total
    }

    /// Takes note of so many items that came, or went.
    func add(_ count: Int) { total += count }

    /// Holds items that are all of a list, in whatever order they have.
    func hold(all items: [Item]) {
        self.items = items
        (hasStart, hasEnd) = (true, true)
        setOffset(0)
    }

    /// Loads the first items of a list in the place of what is loaded; none where there is no list.
    func loadStart(of rows: ListRows?) {
        if let rows {
            load { () throws(LibraryFailure) in try rows.items(after: nil, limit: Self.pageSize, in: library) }
        } else {
            items = []
        }
        (hasStart, hasEnd) = (true, count < Self.pageSize)
        setOffset(0)
        settleTotal()
    }

    /// What is all there tells how much it is; of copies in several feeds of a tag the library counts each.
    private func settleTotal() { if isWhole { total = count } }

    /// Loads the last items of a list.
    func loadEnd(of rows: ListRows) {
        load { () throws(LibraryFailure) in try rows.items(before: nil, limit: Self.pageSize, in: library) }
        (hasStart, hasEnd) = (count < Self.pageSize, true)
        settleTotal()
        setOffset(max(0, total - count))
    }

    /// The rows of the list that these are, once that is known.
    var rows: Range<Int> { offset..<offset + count }
    var isPlaced: Bool { !isCounting }
    private var isCounting: Bool { offsetCount.isUnderWay }

    /// Loads what is around an item, whether the list has that or not, and tells the row where it stands or would stand. In which
    /// row of the whole list that is, is counted where it is not known.
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
            troubles.send(error)
            return nil
        }
    }

    /// Loads what follows, and tells by how many rows what was loaded has moved.
    func loadMore(of rows: ListRows) -> Int {
        guard !hasEnd, let last = items.last else { return 0 }
        do {
            let page = try rows.items(after: last, limit: Self.pageSize, in: library)
            hasEnd = page.count < Self.pageSize
            let excess = max(0, count + page.count - Self.most)
            items = Array((items + page).dropFirst(excess))
            shiftOffset(by: excess, in: rows)
            hasStart = hasStart && excess == 0
            settleTotal()
            return -excess
        } catch {
            troubles.send(error)
            return 0
        }
    }

    /// Loads what comes before, and tells by how many rows what was loaded has moved.
    func loadEarlier(of rows: ListRows) -> Int {
        guard !hasStart, let first = items.first else { return 0 }
        do {
            let page = try rows.items(before: first, limit: Self.pageSize, in: library)
            hasStart = page.count < Self.pageSize
            let all = page + items
            items = Array(all.prefix(Self.most))
            hasEnd = hasEnd && all.count <= Self.most
            settleTotal()
            if hasStart { setOffset(0) } else { shiftOffset(by: -page.count, in: rows) }
            return page.count
        } catch {
            troubles.send(error)
            return 0
        }
    }

    /// Shows a mark on items before the library has written it.
    func show(_ mark: Mark, of changed: ItemSet) {
        let marked = items.map { item in
            guard changed.contains(item.id) else { return item }
            var item = item
            mark.apply(to: &item)
            return item
        }
        if marked != items { items = marked }
    }

    /// Reads items again that may have changed, and tells which of them are gone and how many of those stood above a row.
    /// They are read and not reckoned, since other marks may be on their way.
    func reread(above row: Int, _ mayHaveChanged: (Item) -> Bool) -> (gone: ItemSet, above: Int)? {
        let old = items
        let ids = old.filter(mayHaveChanged).map(\.id)
        guard !ids.isEmpty else { return nil }
        do {
            let now = try Dictionary(uniqueKeysWithValues: library.items(ids).map { ($0.id, $0) })
            let asked = Set(ids)
            let items = old.compactMap { asked.contains($0.id) ? now[$0.id] : $0 }
            guard items != old else { return nil }
            let gone = ItemSet(ids.filter { now[$0] == nil })
            total -= gone.count
            self.items = items
            return (gone, old.prefix(row).count { gone.contains($0.id) })
        } catch {
            troubles.send(error)
            return nil
        }
    }

    private func load(_ read: () throws(LibraryFailure) -> [Item]) {
        do { items = try read() } catch { troubles.send(error) }
    }
}

// The offset.
extension LoadedItems {
    private func shiftOffset(by steps: Int, in rows: ListRows) {
        if isCounting { countOffset(in: rows) } else { setOffset(max(0, offset + steps)) }
    }

    private func setOffset(_ offset: Int, isNews: Bool = false) {
        // What nobody has seen while it was counted is news, also where it is what it was before.
        let isNews = isNews || isCounting || offset != self.offset
        offsetCount.drop()
        if isNews { self.offset = offset }
    }

    /// Knows the offset, counted while the person waits where it is not known yet.
    func settleOffset(in rows: ListRows) {
        guard isCounting, let first = items.first else { return }
        do { setOffset(try rows.position(of: first, in: library)) } catch { troubles.send(error) }
    }

    /// Counts anew how many items there are and how many stand before these, when others came or went. `loadMore` is called
    /// if there are more than before.
    func recount(in rows: ListRows, ifMore loadMore: @escaping @MainActor () -> Void = {}) {
        totalCount.ask { library throws(LibraryFailure) in
            try rows.count(in: library)
        } take: { [weak self] count in
            guard let self else { return }
            if let count, count > total { loadMore() }
            if let count { total = isWhole ? self.count : count }
            // News also where it is what it was, as the number of all stands beside it.
            if hasStart { setOffset(0, isNews: true) } else { countOffset(in: rows) }
        }
    }

    /// Counts what stands before that which is loaded, which may take longer than a key.
    private func countOffset(in rows: ListRows) {
        guard let first = items.first else { return }
        offsetCount.ask { library throws(LibraryFailure) in
            try rows.position(of: first, in: library)
        } take: { [weak self] offset in
            if let offset { self?.setOffset(offset) }
        }
    }
}

package import Library
package import Signals

/// The loaded part of a list. It grows where the cursor goes, and drops items at the other end.
@MainActor package final class LoadedItems {
    @Published package internal(set) var items: [Item] = []
    /// The number of items before these.
    @Published package internal(set) var offset = 0
    /// The number of items in the list, loaded or not.
    private(set) var total = 0
    /// Whether the first and the last item of the list are loaded.
    private(set) var hasStart = false
    private(set) var hasEnd = false

    static let pageSize = 200
    /// Beyond this, items at the other end are dropped, as they can be loaded again.
    private static let most = 10 * pageSize

    private let news: LibraryNews
    private var library: Library { news.library }
    private var troubles: Subject<LibraryFailure, Never> { news.troubles }
    /// Counts the offset. Cancelled when the offset becomes known in another way.
    private let offsetCount: Inquiry
    private let totalCount: Inquiry

    init(_ news: LibraryNews) {
        self.news = news
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
            load { () throws(LibraryFailure) in try rows.items(after: nil, limit: Self.pageSize, in: library) }
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
        load { () throws(LibraryFailure) in try rows.items(before: nil, limit: Self.pageSize, in: library) }
        (hasStart, hasEnd) = (count < Self.pageSize, true)
        settleTotal()
        setOffset(max(0, total - count))
    }

    /// The rows of the whole list that are loaded, if `isPlaced`.
    var rows: Range<Int> { offset..<offset + count }
    var isPlaced: Bool { !isCounting }
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
            troubles.send(error)
            return nil
        }
    }

    /// Loads the items after these, and returns by how many rows the others have moved.
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

    /// Loads the items before these, and returns by how many rows the others have moved.
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
        // Nobody saw the offset while it was being counted, so it is published even if it hasn't changed.
        let isNews = isNews || isCounting || offset != self.offset
        offsetCount.drop()
        if isNews { self.offset = offset }
    }

    /// Makes the offset known, by counting it now if necessary.
    func settleOffset(in rows: ListRows) {
        guard isCounting, let first = items.first else { return }
        do { setOffset(try rows.position(of: first, in: library)) } catch { troubles.send(error) }
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

/// The rows of a list, read page by page, in an order of the library or in the list's own order.
struct ListRows: Sendable {
    var listing: Listing
    /// All items in the list's own order, including those deleted since.
    var ranking: [ItemID]?

    func items(after last: Item?, limit: Int, in library: Library) throws(LibraryFailure) -> [Item] {
        guard let ranking else { return try library.items(of: listing, after: last, limit: limit) }
        let start = last.flatMap { rank(of: $0.id) }.map { $0 + 1 } ?? 0
        return try items(ranking[start...], limit: limit, in: library)
    }

    func items(before first: Item?, limit: Int, in library: Library) throws(LibraryFailure) -> [Item] {
        guard let ranking else {
            return try library.items(of: listing, before: first.map(listing.key), limit: limit)
        }
        let end = first.map { rank(of: $0.id) ?? 0 } ?? ranking.count
        return try items(ranking[..<end].reversed()[...], limit: limit, in: library).reversed()
    }

    /// The number of rows before an item.
    func position(of item: Item, in library: Library) throws(LibraryFailure) -> Int {
        if ranking != nil { return rank(of: item.id) ?? 0 }
        return try library.position(of: listing.key(of: item), in: listing)
    }

    /// The current number of rows.
    func count(in library: Library) throws(LibraryFailure) -> Int {
        guard let ranking else { return try library.count(of: listing) }
        return try library.items(of: .items(ItemSet(ranking))).count
    }

    func item(inRow row: Int, in library: Library) throws(LibraryFailure) -> Item? {
        guard let ranking else { return try library.item(inRow: row, of: listing) }
        return try items(ranking[min(row, ranking.count)...], limit: 1, in: library).first
    }

    /// The item `steps` rows after another, or the last one if there are fewer.
    func item(_ steps: Int, behind item: Item, in library: Library) throws(LibraryFailure) -> Item {
        guard ranking != nil else { return try library.item(steps, behind: item, in: listing) }
        var (last, rest) = (item, steps)
        while rest > 0 {
            let page = try items(after: last, limit: min(rest, Self.step), in: library)
            guard let end = page.last else { break }
            (last, rest) = (end, rest - page.count)
        }
        return last
    }

    /// Whether the list contains an item.
    func holds(_ item: Item, in library: Library) throws(LibraryFailure) -> Bool {
        if ranking != nil { return rank(of: item.id) != nil }
        let before = try items(before: item, limit: 1, in: library).last
        return try items(after: before, limit: 1, in: library).first?.id == item.id
    }

    /// The first items within some rows of the list's own order.
    func items(ranking rows: ClosedRange<Int>, limit: Int, in library: Library) throws(LibraryFailure) -> [Item] {
        try items(ranking.map { $0[rows] } ?? [], limit: limit, in: library)
    }

    func rank(of item: ItemID) -> Int? { ranking?.firstIndex(of: item) }

    /// The items above a row, for marking.
    func above(_ item: Item) -> MarkTarget {
        if let ranking, let rank = rank(of: item.id) { return .items(ItemSet(ranking[..<rank])) }
        return .above(listing.key(of: item), listing)
    }

    /// The items between two rows, including these, in whatever order they are given.
    func between(_ one: Item, _ other: Item) -> MarkTarget {
        if let ranking, let first = rank(of: one.id), let second = rank(of: other.id) {
            return .items(ItemSet(ranking[min(first, second)...max(first, second)]))
        }
        let (first, last) = listing.inOrder(listing.key(of: one), listing.key(of: other))
        return .between(first, last, listing)
    }

    /// The first of the given items that still exist.
    private func items(
        _ ids: some Collection<ItemID>, limit: Int, in library: Library
    ) throws(LibraryFailure) -> [Item] {
        var items: [Item] = []
        var start = ids.startIndex
        while items.count < limit, start < ids.endIndex {
            let end = ids.index(start, offsetBy: limit - items.count, limitedBy: ids.endIndex) ?? ids.endIndex
            items += try library.items(Array(ids[start..<end]))
            start = end
        }
        return items
    }
}

// Unread items.
extension ListRows {
    /// The first unread items.
    func unread(limit: Int, in library: Library) throws(LibraryFailure) -> [Item] {
        guard let ranking else { return try library.unreadItems(of: listing, limit: limit) }
        return try unread(ranking[...], limit: limit, in: library)
    }

    func lastUnread(in library: Library) throws(LibraryFailure) -> Item? {
        guard let ranking else { return try library.lastUnreadItem(of: listing) }
        return try unread(ranking.reversed()[...], limit: 1, in: library).first
    }

    /// The next or the previous unread item.
    func unread(nextTo item: Item, forward: Bool, in library: Library) throws(LibraryFailure) -> Item? {
        guard let ranking, let rank = rank(of: item.id) else {
            return try library.unreadItem(of: listing, nextTo: item, forward: forward)
        }
        return forward
            ? try unread(ranking[(rank + 1)...], limit: 1, in: library).first
            : try unread(ranking[..<rank].reversed()[...], limit: 1, in: library).first
    }

    /// Checks nearby items one by one, then only those that may be unread. Checking one by one took 1.5 seconds for a
    /// hundred thousand read items.
    private func unread(
        _ ids: some Collection<ItemID>, limit: Int, in library: Library
    ) throws(LibraryFailure) -> [Item] {
        let near = try unread(oneByOne: ids.prefix(Self.near), limit: limit, in: library)
        let rest = ids.dropFirst(Self.near)
        guard near.count < limit, !rest.isEmpty else { return near }
        let unread = try library.perhapsUnread(in: listing)
        if unread.isEmpty { return near }
        return try near + self.unread(oneByOne: rest.filter(unread.contains), limit: limit - near.count, in: library)
    }

    private func unread(
        oneByOne ids: some Collection<ItemID>, limit: Int, in library: Library
    ) throws(LibraryFailure) -> [Item] {
        var unread: [Item] = []
        var start = ids.startIndex
        while unread.count < limit, start < ids.endIndex {
            let end = ids.index(start, offsetBy: Self.step, limitedBy: ids.endIndex) ?? ids.endIndex
            unread += try library.items(Array(ids[start..<end])).filter { !$0.isRead }.prefix(limit - unread.count)
            start = end
        }
        return unread
    }

    private static let near = 200
    private static let step = 1000
}

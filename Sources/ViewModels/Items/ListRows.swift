import Library

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

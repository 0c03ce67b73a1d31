import Library

/// The rows of a list, page by page: in the order that the library has them in, or in one of their own.
struct ListRows: Sendable {
    var listing: Listing
    /// All of them in their own order, also what was deleted since.
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

    /// How many rows stand before an item.
    func position(of item: Item, in library: Library) throws(LibraryFailure) -> Int {
        if ranking != nil { return rank(of: item.id) ?? 0 }
        return try library.position(of: listing.key(of: item), in: listing)
    }

    /// How many rows there are now.
    func count(in library: Library) throws(LibraryFailure) -> Int {
        guard let ranking else { return try library.count(of: listing) }
        return try library.items(of: .items(ItemSet(ranking))).count
    }

    func item(inRow row: Int, in library: Library) throws(LibraryFailure) -> Item? {
        guard let ranking else { return try library.item(inRow: row, of: listing) }
        return try items(ranking[min(row, ranking.count)...], limit: 1, in: library).first
    }

    /// The item so many rows behind another, or the last one where there are fewer.
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

    /// Whether an item has a row.
    func holds(_ item: Item, in library: Library) throws(LibraryFailure) -> Bool {
        if ranking != nil { return rank(of: item.id) != nil }
        let before = try items(before: item, limit: 1, in: library).last
        return try items(after: before, limit: 1, in: library).first?.id == item.id
    }

    /// The first of the items in some rows of an order of its own.
    func items(ranking rows: ClosedRange<Int>, limit: Int, in library: Library) throws(LibraryFailure) -> [Item] {
        try items(ranking.map { $0[rows] } ?? [], limit: limit, in: library)
    }

    func rank(of item: ItemID) -> Int? { ranking?.firstIndex(of: item) }

    /// What stands above a row, for a mark.
    func above(_ item: Item) -> MarkTarget {
        if let ranking, let rank = rank(of: item.id) { return .items(ItemSet(ranking[..<rank])) }
        return .above(listing.key(of: item), listing)
    }

    /// What stands from one row to another, whichever comes first.
    func between(_ one: Item, _ other: Item) -> MarkTarget {
        if let ranking, let first = rank(of: one.id), let second = rank(of: other.id) {
            return .items(ItemSet(ranking[min(first, second)...max(first, second)]))
        }
        let (first, last) = listing.inOrder(listing.key(of: one), listing.key(of: other))
        return .between(first, last, listing)
    }

    /// The first of some items that are there still.
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

// What is unread now.
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

    /// The unread item that stands next behind one, or before it.
    func unread(nextTo item: Item, forward: Bool, in library: Library) throws(LibraryFailure) -> Item? {
        guard let ranking, let rank = rank(of: item.id) else {
            return try library.unreadItem(of: listing, nextTo: item, forward: forward)
        }
        return forward
            ? try unread(ranking[(rank + 1)...], limit: 1, in: library).first
            : try unread(ranking[..<rank].reversed()[...], limit: 1, in: library).first
    }

    /// Mostly they are near. Of what is far off only that is looked at which may be unread: where a hundred thousand are all read,
    /// one after the other took a second and a half.
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

// The items of a list that are unread now, whatever they were when the list was filled.
extension Library {
    /// The unread items of a listing from its start, at most `limit`.
    package func unreadItems(of listing: Listing, limit: Int) throws(LibraryFailure) -> [Item] {
        try unreadItems(of: listing.unreadNow, from: nil, forward: true, limit: limit)
    }

    package func lastUnreadItem(of listing: Listing) throws(LibraryFailure) -> Item? {
        try unreadItems(of: listing.unreadNow, from: nil, forward: false, limit: 1).first
    }

    /// The next or previous unread item of the listing; nil if there is none.
    package func unreadItem(
        of listing: Listing, nextTo item: Item, forward: Bool
    ) throws(LibraryFailure) -> Item? {
        let unread = listing.unreadNow
        // With unread first, items that were read when the list was filled come after all others.
        let isBehind = listing.order == .unreadFirst && !listing.unreadOnly && !listing.wasUnread(item)
        if isBehind, forward { return nil }
        return try unreadItems(of: unread, from: isBehind ? nil : unread.key(of: item), forward: forward, limit: 1)
            .first
    }

    /// All items of a listing that are unread now, and perhaps some that are being marked read: one index has them
    /// together.
    package func perhapsUnread(in listing: Listing) throws(LibraryFailure) -> ItemSet {
        // Read first: marks that are written meanwhile do no harm.
        let marks = pendingMarks.all
        let last = marks.lastIndex { $0.mark == .read && $0.target.isAll(of: listing) }
        return try read { database in
            // Many items that are being marked read aren't looked at one by one.
            var unread = last == nil ? try database.items(of: .listing(listing), for: .read) : ItemSet()
            for pending in marks[(last ?? 0)...] {
                switch pending.mark {
                case .unread: unread = unread.union(try database.items(of: pending.target, for: .deleted))
                case .read, .deleted:
                    if unread.isEmpty { continue }
                    unread = unread.subtracting(try database.items(of: pending.target, for: .read))
                case .starred, .unstarred, .tagged, .untagged: break
                }
            }
            return unread
        }
    }

    /// The items nearest to a key come first. Items whose pending mark is read count as read.
    private func unreadItems(
        of unread: Listing, from start: PageKey?, forward: Bool, limit: Int
    ) throws(LibraryFailure) -> [Item] {
        let marks = pendingMarks.all
        var found: [Item] = []
        var key = start
        while found.count < limit {
            let page =
                forward
                ? try items(of: unread, after: key, limit: Self.pageSize)
                : try items(of: unread, before: key, limit: Self.pageSize).reversed()
            found += page.filter { !$0.isRead }.prefix(limit - found.count)
            guard page.count == Self.pageSize, let last = page.last else { break }
            let end = unread.key(of: last)
            // Many items that are being marked read aren't looked at one by one.
            key = marks.endOfRows(getting: .read, around: end, in: unread, forward: forward) ?? end
        }
        return found
    }

    private static let pageSize = 50
}

extension Listing {
    /// The list of those of its items that are unread now.
    fileprivate var unreadNow: Listing {
        let unread = Listing(
            scope, unreadOnly: true, order: order, newestItem: newestItem, count: count, feeds: feeds, query: query)
        return narrowing.map { unread.narrowed(to: $0, count: count) } ?? unread
    }
}

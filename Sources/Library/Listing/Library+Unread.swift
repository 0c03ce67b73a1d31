// What of a list is unread now, whatever it was when the list was filled.
extension Library {
    /// The unread items of a listing from its beginning on, at most `limit`.
    package func unreadItems(of listing: Listing, limit: Int) throws(LibraryFailure) -> [Item] {
        try items(of: listing.unreadNow, limit: limit)
    }

    /// The unread item that stands next behind one of the listing, or before it; nil where there is none.
    package func unreadItem(
        of listing: Listing, nextTo item: Item, forward: Bool
    ) throws(LibraryFailure) -> Item? {
        let unread = listing.unreadNow
        // What was read when the list was filled stands behind all that was not.
        let isBehind = listing.order == .unreadFirst && !listing.unreadOnly && !listing.wasUnread(item)
        if isBehind, forward { return nil }
        let key = isBehind ? nil : unread.key(of: item)
        return forward
            ? try items(of: unread, after: key, limit: 1).first : try items(of: unread, before: key, limit: 1).last
    }
}

extension Listing {
    /// The list of those of its items that are unread now.
    fileprivate var unreadNow: Listing {
        Listing(
            scope, unreadOnly: true, order: order, newestItem: newestItem, count: count, feeds: feeds, query: query)
    }
}

import Library

/// What came since a list was filled, where only looking tells: a filter narrows the list, or it is a query's.
struct ListNews: Sendable {
    /// With a filter, that which it is true of; otherwise everything that came anywhere.
    private(set) var items = ItemSet()
    /// How much of it the list would hold now.
    private(set) var count = 0
    private let listing: Listing
    private let filter: Filter?
    /// What came up to here has been looked at.
    private(set) var newest: ItemID

    init(since listing: Listing, matching filter: Filter?) {
        self.listing = listing
        self.filter = filter
        newest = listing.newestItem
    }

    /// The same with what has come by now, however long it takes to look at that. The list shows `total` items.
    func looking(in library: Library, besides total: Int) throws(LibraryFailure) -> ListNews {
        let now = try library.listing(listing.scope, unreadOnly: listing.unreadOnly, order: listing.order)
        var news = self
        news.items = try items.union(library.items(after: newest, upTo: now.newestItem, matching: filter))
        news.count = try library.listing(now, holding: news.items).count
        news.newest = max(newest, now.newestItem)
        // What is older may have come to be true of a query, too. Of what is unread nobody knows how much has left it.
        if filter == nil, !listing.unreadOnly || total == 0 { news.count = max(news.count, now.count - total) }
        return news
    }
}

import Library

/// The new items of a filtered list or a saved search, which only a query can find.
struct ListNews: Sendable {
    /// The new items that match the filter, or all new items if there is no filter.
    private(set) var items = ItemSet()
    /// How many of them the list would contain now.
    private(set) var count = 0
    private let listing: Listing
    private let filter: Filter?
    /// The newest item that was checked.
    private(set) var newest: ItemID

    init(since listing: Listing, matching filter: Filter?) {
        self.listing = listing
        self.filter = filter
        newest = listing.newestItem
    }

    /// Returns the new items up to now, which may take long. `total` is the number of items in the list.
    func looking(in library: Library, besides total: Int) throws(LibraryFailure) -> ListNews {
        let now = try library.listing(listing.scope, unreadOnly: listing.unreadOnly, order: listing.order)
        var news = self
        news.items = try items.union(library.items(after: newest, upTo: now.newestItem, matching: filter))
        news.count = try library.listing(now, holding: news.items).count
        news.newest = max(newest, now.newestItem)
        // Older items may match a saved search only now. For unread items this can't be counted, as nobody knows how
        // many have left.
        if filter == nil, !listing.unreadOnly || total == 0 { news.count = max(news.count, now.count - total) }
        return news
    }
}

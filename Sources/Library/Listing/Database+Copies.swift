import SQLite

// Of several copies, a list of several feeds shows the first in one of its feeds.
extension Database {
    /// Whether a list shows an item that lists of all feeds don't.
    func shows(_ item: Item, in listing: Listing) throws -> Bool {
        switch listing.scope {
        case .feed: return true
        case .all, .starred, .taggedItems, .since: return false
        case .query where listing.feeds.isEmpty:
            if case .kept? = listing.query { return true }
            return false
        case .tag, .query:
            // The copy that lists of all feeds show may be in a feed without this tag.
            let copies = try all(
                """
                SELECT item, states.feed FROM copies JOIN states USING (item)
                WHERE story = (SELECT story FROM copies WHERE item = ?) AND is_deleted = 0
                ORDER BY \(Self.firstOfStory)
                """, item.id
            ) { row in (item: ItemID(row.integer(0)), feed: FeedID(row.integer(1))) }
            return copies.first { listing.feeds.contains($0.feed) }?.item == item.id
        }
    }

    /// The items of a list's feeds that it hides, because it shows a copy of them.
    func hiddenCopies(in listing: Listing) throws -> ItemSet {
        // Other lists read an index without hidden copies, or are of one feed.
        guard !listing.feeds.isEmpty else { return [] }
        let feeds = Set(listing.feeds)
        var stories: Set<Int64> = []
        var hidden: [ItemID] = []
        try each(
            """
            SELECT item, story, feed FROM copies JOIN states USING (item) WHERE is_deleted = 0
            ORDER BY \(Self.firstOfStory)
            """
        ) { row in
            guard feeds.contains(FeedID(row.integer(2))), !stories.insert(row.integer(1)).inserted else { return }
            hidden.append(ItemID(row.integer(0)))
        }
        return ItemSet(hidden)
    }
}

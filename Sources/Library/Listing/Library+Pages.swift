import FoundationEssentials
import SQLite

// Pages use keys instead of offsets, so each costs the same at any depth.
extension Library {
    /// A list of this scope as it is now, with marks that aren't written yet.
    package func listing(
        _ scope: Listing.Scope, unreadOnly: Bool = false, order: Listing.Order = .newest
    ) throws(LibraryFailure) -> Listing {
        let pending = pendingMarks.all
        return try read { database in
            try database.foresee(pending, in: database.listing(scope, unreadOnly: unreadOnly, order: order))
        }
    }

    /// The next items of a listing, at most `limit`, in its order, after a key or from the start.
    package func items(
        of listing: Listing, after key: PageKey?, limit: Int
    ) throws(LibraryFailure) -> [Item] {
        let pending = pendingMarks.all
        return try read { try $0.items(of: listing, from: key, forward: true, limit: limit, with: pending) }
    }

    /// The items before a key, or the last ones of the listing, at most `limit`, in its order.
    package func items(
        of listing: Listing, before key: PageKey?, limit: Int
    ) throws(LibraryFailure) -> [Item] {
        let pending = pendingMarks.all
        return try read { try $0.items(of: listing, from: key, forward: false, limit: limit, with: pending) }
    }

    /// The next items of a listing after one of them, or from the start.
    package func items(
        of listing: Listing, after last: Item? = nil, limit: Int
    ) throws(LibraryFailure) -> [Item] {
        try items(of: listing, after: last.map(listing.key), limit: limit)
    }

    /// The current number of items in the listing, counted, which takes as long as `position`.
    package func count(of listing: Listing) throws(LibraryFailure) -> Int {
        try read { database in
            try (0..<listing.sectionCount).reduce(0) { count, section in
                try count + database.count(ofSection: section, .first ... .last, in: listing)
            }
        }
    }

    /// The number of items in the listing before a key, counted: up to 40 ms in a million.
    package func position(of key: PageKey, in listing: Listing) throws(LibraryFailure) -> Int {
        try read { try $0.position(of: key, in: listing) }
    }
}

extension Database {
    fileprivate func listing(_ scope: Listing.Scope, unreadOnly: Bool, order: Listing.Order) throws -> Listing {
        if case .query(let id) = scope { return try listing(id, unreadOnly: unreadOnly, order: order) }
        let counts = try counts(of: scope)
        let newest = try first("SELECT max(id) FROM items") { ItemID($0.integer(0)) } ?? ItemID(0)
        let feeds: [FeedID] =
            switch scope {
            case .tag(let tag):
                try all(
                    """
                    SELECT id FROM feeds JOIN feed_tags ON feed = id WHERE tag = ? AND is_subscribed ORDER BY position
                    """, tag
                ) { FeedID($0.integer(0)) }
            case .all where order == .byFeed:
                try all("SELECT id FROM feeds WHERE is_subscribed ORDER BY position") { FeedID($0.integer(0)) }
            default: []
            }
        return try Listing(
            scope, unreadOnly: unreadOnly, order: order, newestItem: newest,
            count: unreadOnly ? counts.unread : counts.items, markings: markings, feeds: feeds)
    }

    private func listing(_ query: QueryID, unreadOnly: Bool, order: Listing.Order) throws -> Listing {
        let counts = try counts(of: query)
        let newest = try first("SELECT max(id) FROM items") { ItemID($0.integer(0)) } ?? ItemID(0)
        let listed = try listed(query, at: Date())
        return try Listing(
            .query(query), unreadOnly: unreadOnly || listed?.plan.isUnread == true, order: order, newestItem: newest,
            count: unreadOnly ? counts.unread : counts.items, markings: markings, feeds: listed?.feeds ?? [],
            query: listed?.query)
    }

    /// Returns fewer than `limit` only at the end of the listing.
    func items(
        of listing: Listing, from key: PageKey?, forward: Bool, limit: Int, with marks: [PendingMarks.Pending] = []
    ) throws -> [Item] {
        var walk = RowWalk(listing, from: key, forward: forward, portion: limit, with: marks, in: self)
        var items: [Item] = []
        // Hidden items (copies, pending deletions) make room for others.
        while items.count < limit, let places = try walk.next(limit - items.count) {
            items += try self.items(at: places, shownIn: listing).applying(marks)
        }
        return forward ? items : items.reversed()
    }

    private func items(at places: [PageKey.Place], shownIn listing: Listing) throws -> [Item] {
        let statement = try statement("\(Item.query) WHERE states.item = ?")
        return try places.compactMap { place in
            let found = try statement.first(place.item) { row in (item: Item(row), isListed: row.bool(9)) }
            guard let found else { return nil }
            return try found.isListed || shows(found.item, in: listing) ? found.item : nil
        }
    }

    fileprivate func position(of key: PageKey, in listing: Listing) throws -> Int {
        let before = try (0..<key.section).reduce(0) { count, section in
            try count + self.count(ofSection: section, .first ... .last, in: listing)
        }
        let range = key.place.before(in: listing.order)
        return try before + count(ofSection: key.section, range, in: listing)
    }

    fileprivate func count(
        ofSection section: Int, _ range: ClosedRange<PageKey.Place>, in listing: Listing
    ) throws -> Int {
        try listing.strips(ofSection: section).reduce(0) { try $0 + $1.count(range, in: self) }
    }
}

package import SQLite

/// A feed. Its id stays when its URL changes.
package struct FeedID: Hashable, Sendable {
    package let rawValue: Int64

    package init(_ rawValue: Int64) {
        self.rawValue = rawValue
    }
}

/// An item. Later items have greater ids, so an id also means “up to here”.
package struct ItemID: Hashable, Comparable, Sendable {
    package let rawValue: Int64

    package init(_ rawValue: Int64) {
        self.rawValue = rawValue
    }

    package static func < (left: ItemID, right: ItemID) -> Bool { left.rawValue < right.rawValue }
}

/// A saved search of the urls file. Another filter makes another one.
package struct QueryID: Hashable, Sendable {
    package let rawValue: Int64

    package init(_ rawValue: Int64) {
        self.rawValue = rawValue
    }
}

extension QueryID: Bindable {
    package var sqliteValue: Value { .integer(rawValue) }
}

extension FeedID: Bindable {
    package var sqliteValue: Value { .integer(rawValue) }
}

extension ItemID: Bindable {
    package var sqliteValue: Value { .integer(rawValue) }
}

/// The number of new items that lists show as unread: not those that rules or their story have marked read or hidden.
package struct News: Equatable, Sendable {
    /// In the feed's own list.
    package var ofFeed = 0
    /// In lists of several feeds, which fold copies.
    package var listed = 0

    package init(ofFeed: Int = 0, listed: Int = 0) {
        self.ofFeed = ofFeed
        self.listed = listed
    }
}

extension Database {
    /// The feed's new items between two items, as they are now.
    func news(from first: ItemID, to last: ItemID, in feed: FeedID) throws -> News {
        let counting = try statement(
            """
            SELECT count(*) FILTER (WHERE is_deleted = 0), count(*) FILTER (WHERE is_listed)
            FROM states NOT INDEXED WHERE item BETWEEN ? AND ? AND feed = ? AND is_read = 0
            """)
        return try counting.first(first, last, feed) { News(ofFeed: $0.int(0), listed: $0.int(1)) } ?? News()
    }
}

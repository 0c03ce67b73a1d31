import FoundationEssentials
import SQLite

/// What a list holds: a feed's items up to the newest one that was there when the list was filled.
package struct Listing: Equatable, Sendable {
    package let feed: FeedID
    package let newestItem: ItemID

    /// What the feed had when it was read.
    package init(_ feed: Feed) {
        self.feed = feed.id
        newestItem = feed.newestItem ?? ItemID(0)
    }
}

extension Library {
    /// The next `limit` items of a listing, newest first, after the item given or from the top.
    ///
    /// Pages go by key and not by offset, so each costs the same however deep it lies.
    package func items(
        of listing: Listing, after last: Item? = nil, limit: Int
    ) throws(LibraryFailure) -> [Item] {
        try pendingMarks.applied { () throws(LibraryFailure) in
            try read { database in
                try database.all(
                    """
                    \(Item.query) WHERE states.feed = ? AND is_deleted = 0 AND item <= ? AND (date, item) < (?, ?)
                    ORDER BY date DESC, item DESC LIMIT ?
                    """,
                    listing.feed, listing.newestItem, last?.date ?? .distantFuture, last?.id ?? ItemID(.max), limit
                ) { Item($0) }
            }
        }
    }

    /// The newest items of all feeds that the person is subscribed to.
    package func items(unreadOnly: Bool, limit: Int) throws(LibraryFailure) -> [Item] {
        try read { database in
            try database.all(
                """
                \(Item.query) WHERE is_listed = 1\(unreadOnly ? " AND is_read = 0" : "")
                ORDER BY date DESC, item DESC LIMIT ?
                """, limit
            ) { Item($0) }
        }
    }

    /// The newest items of one feed.
    package func items(of feed: FeedID, unreadOnly: Bool, limit: Int) throws(LibraryFailure) -> [Item] {
        try read { database in
            try database.all(
                """
                \(Item.query) WHERE states.feed = ? AND is_deleted = 0\(unreadOnly ? " AND is_read = 0" : "")
                ORDER BY date DESC, item DESC LIMIT ?
                """,
                feed, limit
            ) { Item($0) }
        }
    }
}

extension Item {
    static let columns = "items.id, items.feed, items.title, items.link, author, date, is_read, is_starred"
    fileprivate static let query = "SELECT \(columns) FROM states JOIN items ON items.id = states.item"

    init(_ row: borrowing Row) {
        self.init(
            id: ItemID(row.integer(0)),
            feed: FeedID(row.integer(1)),
            title: row.text(2),
            link: row.optionalText(3),
            author: row.optionalText(4),
            date: row.date(5),
            isRead: row.bool(6),
            isStarred: row.bool(7))
    }
}

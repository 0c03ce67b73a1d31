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
                    \(Item.columns) WHERE feed = ? AND id <= ? AND (date, id) < (?, ?)
                    ORDER BY date DESC, id DESC LIMIT ?
                    """,
                    listing.feed, listing.newestItem,
                    last?.date.timeIntervalSince1970 ?? .infinity, last?.id ?? ItemID(.max), limit
                ) { Item($0) }
            }
        }
    }

    /// The newest items of all feeds that the person is subscribed to.
    package func items(unreadOnly: Bool, limit: Int) throws(LibraryFailure) -> [Item] {
        try read { database in
            try database.all(
                """
                \(Item.columns) WHERE feed IN (SELECT id FROM feeds WHERE is_subscribed) AND is_read <= ?
                ORDER BY date DESC, id DESC LIMIT ?
                """, !unreadOnly, limit
            ) { Item($0) }
        }
    }

    /// The newest items of one feed.
    package func items(of feed: FeedID, unreadOnly: Bool, limit: Int) throws(LibraryFailure) -> [Item] {
        try read { database in
            try database.all(
                "\(Item.columns) WHERE feed = ? AND is_read <= ? ORDER BY date DESC, id DESC LIMIT ?",
                feed, !unreadOnly, limit
            ) { Item($0) }
        }
    }

    /// An item with its text; nil where there is none by this number.
    package func article(_ id: ItemID) throws(LibraryFailure) -> Article? {
        try read { database in
            try database.first(
                """
                SELECT items.id, feed, items.title, link, author, date, is_read, coalesce(feeds.title, url), site, html
                FROM items JOIN feeds ON feeds.id = feed JOIN contents ON item = items.id WHERE items.id = ?
                """, id
            ) { row in
                Article(item: Item(row), feedName: row.text(7), feedSite: row.optionalText(8), html: row.text(9))
            }
        }
    }
}

extension Item {
    fileprivate static let columns = "SELECT id, feed, title, link, author, date, is_read FROM items"

    fileprivate init(_ row: borrowing Row) {
        self.init(
            id: ItemID(row.integer(0)),
            feed: FeedID(row.integer(1)),
            title: row.text(2),
            link: row.optionalText(3),
            author: row.optionalText(4),
            date: Date(timeIntervalSince1970: row.real(5)),
            isRead: row.bool(6))
    }
}

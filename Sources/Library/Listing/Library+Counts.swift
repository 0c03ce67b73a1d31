package import FoundationEssentials
import SQLite

/// The counts of a list.
package struct Counts: Equatable, Sendable {
    package var items: Int
    package var unread: Int
}

/// The counts of the lists above the feeds. One of them only says whether anything is unread, which needs no counting.
package struct Overview: Equatable, Sendable {
    package let all: Counts
    package let starred: Int
    package let hasUnreadStarred: Bool
    /// Unread items since some time.
    package let unreadRecent: Int
}

/// A tag of feeds, with the counts of its feeds.
package struct Tag: Equatable, Sendable {
    package let name: String
    package let counts: Counts
}

// Kept for lists that may be long, and counted only for lists of items that the user chose one by one.
extension Library {
    package func counts(of scope: Listing.Scope) throws(LibraryFailure) -> Counts {
        try read { try $0.counts(of: scope) }
    }

    /// The counts of the lists above the feeds; items count as recent from `moment` on.
    package func overview(since moment: Date) throws(LibraryFailure) -> Overview? {
        try read { database in
            try database.first(
                """
                SELECT items, unread, starred,
                    EXISTS (SELECT 1 FROM states WHERE is_starred = 1 AND is_listed = 1 AND is_read = 0),
                    (SELECT count(*) FROM states WHERE is_listed = 1 AND is_read = 0 AND date >= ?1)
                FROM totals
                """, moment
            ) { row in
                Overview(
                    all: Counts(row), starred: row.int(2), hasUnreadStarred: row.bool(3),
                    unreadRecent: row.int(4))
            }
        }
    }

    /// The tags of the user's feeds, by name.
    package func tags() throws(LibraryFailure) -> [Tag] {
        try read { database in
            try database.all(
                """
                SELECT tag, sum(total), sum(unread) FROM feed_tags JOIN feeds ON feed = id WHERE is_subscribed
                GROUP BY tag ORDER BY tag
                """
            ) { Tag(name: $0.text(0), counts: Counts(items: $0.int(1), unread: $0.int(2))) }
        }
    }
}

extension Database {
    func counts(of scope: Listing.Scope) throws -> Counts {
        let counts: Counts? =
            switch scope {
            case .all: try first("SELECT items, unread FROM totals", read: Counts.init)
            case .feed(let feed): try first("SELECT total, unread FROM feeds WHERE id = ?", feed, read: Counts.init)
            case .tag(let tag):
                try first(
                    """
                    SELECT coalesce(sum(total), 0), coalesce(sum(unread), 0) FROM feed_tags JOIN feeds ON feed = id
                    WHERE tag = ? AND is_subscribed
                    """, tag, read: Counts.init)
            case .starred:
                try first(
                    """
                    SELECT (SELECT starred FROM totals),
                        (SELECT count(*) FROM states WHERE is_starred = 1 AND is_listed = 1 AND is_read = 0)
                    """, read: Counts.init)
            case .taggedItems(let tag):
                try first(
                    """
                    SELECT count(*), count(*) - coalesce(sum(is_read), 0)
                    FROM item_tags JOIN states ON states.item = item_tags.item WHERE tag = ? AND is_listed = 1
                    """, tag, read: Counts.init)
            case .since(let date):
                try first(
                    """
                    SELECT (SELECT count(*) FROM states WHERE is_listed = 1 AND date >= ?1),
                        (SELECT count(*) FROM states WHERE is_listed = 1 AND is_read = 0 AND date >= ?1)
                    """, date, read: Counts.init)
            case .query(let query): try counts(of: query)
            }
        return counts ?? Counts(items: 0, unread: 0)
    }
}

extension Counts {
    fileprivate init(_ row: borrowing Row) {
        self.init(items: row.int(0), unread: row.int(1))
    }
}

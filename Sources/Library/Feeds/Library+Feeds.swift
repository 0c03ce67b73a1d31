import FoundationEssentials
import SQLite

extension Library {
    /// The feeds that the person is subscribed to, in the order of the urls file.
    package func feeds() throws(LibraryFailure) -> [Feed] {
        try read { database in
            try database.all(Feed.query("is_subscribed ORDER BY position")) { Feed($0) }
        }
    }

    package func feed(_ id: FeedID) throws(LibraryFailure) -> Feed? {
        try read { database in
            try database.first(Feed.query("id = ?"), id) { Feed($0) }
        }
    }

    /// Makes the subscriptions those of the urls file. A feed that is no longer in it is hidden and keeps its items.
    package func subscribe(to urls: [String]) throws(LibraryFailure) {
        // Reading first, so that a start on an unchanged file waits for no writer.
        guard try read({ try $0.subscribedURLs() }) != urls else { return }
        try write { database in ((), try database.subscribe(to: urls)) }
    }

    /// The same in line with what else is to be written; `finish` is called on the writer's queue.
    package func subscribe(to urls: [String], finish: @escaping @Sendable () -> Void) {
        writeSoon({ database in try database.subscribe(to: urls) }, finish: finish)
    }
}

extension Database {
    fileprivate func subscribedURLs() throws -> [String] {
        try all("SELECT url FROM feeds WHERE is_subscribed ORDER BY position") { $0.text(0) }
    }

    /// Writes and tells of nothing where the subscriptions are these already.
    fileprivate func subscribe(to urls: [String]) throws -> [LibraryChange] {
        guard try subscribedURLs() != urls else { return [] }
        let before = try subscribedFeeds()
        try run("UPDATE feeds SET is_subscribed = 0")
        for (position, url) in urls.enumerated() {
            try run(
                """
                INSERT INTO feeds (url, position) VALUES (?, ?)
                ON CONFLICT (url) DO UPDATE SET position = excluded.position, is_subscribed = 1
                """, url, position)
        }
        let after = try subscribedFeeds()
        for feed in before.subtracting(after) { try list(feed, false) }
        for feed in after.subtracting(before) { try list(feed, true) }
        return [.subscriptions]
    }

    private func subscribedFeeds() throws -> Set<FeedID> {
        try Set(all("SELECT id FROM feeds WHERE is_subscribed") { FeedID($0.integer(0)) })
    }

    /// Shows the items of a feed in lists over several, or shows them there no longer.
    private func list(_ feed: FeedID, _ isListed: Bool) throws {
        let change = isListed ? 1 : -1
        try run(
            """
            UPDATE totals SET (items, unread, starred) =
                (SELECT items + ?2 * count(*), unread + ?2 * total(is_read = 0), starred + ?2 * total(is_starred)
                 FROM states WHERE feed = ?1 AND is_deleted = 0 AND is_listed <> ?3)
            """, feed, change, isListed)
        try run(
            "UPDATE states SET is_listed = ?2 WHERE feed = ?1 AND is_deleted = 0 AND is_listed <> ?2", feed, isListed)
    }
}

extension Feed {
    fileprivate static func query(_ condition: String) -> String {
        """
        SELECT id, url, coalesce(own_title, title), site, unread, total, newest_item, etag, last_modified, last_success, last_error
        FROM feeds LEFT JOIN fetches ON feed = id WHERE \(condition)
        """
    }

    fileprivate init(_ row: borrowing Row) {
        self.init(
            id: FeedID(row.integer(0)),
            url: row.text(1),
            title: row.optionalText(2),
            site: row.optionalText(3),
            unread: row.int(4),
            total: row.int(5),
            newestItem: row.optionalInteger(6).map(ItemID.init),
            etag: row.optionalText(7),
            lastModified: row.optionalText(8),
            lastSuccess: row.optionalDate(9),
            lastError: row.optionalText(10))
    }
}

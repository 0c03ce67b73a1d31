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
        try run("UPDATE feeds SET is_subscribed = 0")
        for (position, url) in urls.enumerated() {
            try run(
                """
                INSERT INTO feeds (url, position) VALUES (?, ?)
                ON CONFLICT (url) DO UPDATE SET position = excluded.position, is_subscribed = 1
                """, url, position)
        }
        return [.subscriptions]
    }
}

extension Feed {
    fileprivate static func query(_ condition: String) -> String {
        """
        SELECT id, url, title, site, unread, total, newest_item, etag, last_modified, last_success, last_error
        FROM feeds WHERE \(condition)
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
            lastSuccess: row.optionalReal(9).map(Date.init(timeIntervalSince1970:)),
            lastError: row.optionalText(10))
    }
}

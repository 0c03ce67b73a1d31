import SQLite

extension Feed {
    /// Asks for feeds, in the columns that `init(_: Row)` reads.
    static func query(_ condition: String) -> String {
        """
        SELECT id, url, own_title, title, site, description, image,
            (SELECT group_concat(tag, char(10)) FROM feed_tags WHERE feed_tags.feed = feeds.id),
            unread, total, newest_item, etag, last_modified, body_hash, last_attempt, last_success, last_error,
            coalesce(error_count, 0), next_due
        FROM feeds LEFT JOIN fetches ON fetches.feed = id WHERE \(condition)
        """
    }

    init(_ row: borrowing Row) {
        self.init(
            id: FeedID(row.integer(0)),
            url: row.text(1),
            ownTitle: row.optionalText(2),
            title: row.optionalText(3),
            site: row.optionalText(4),
            description: row.optionalText(5),
            image: row.optionalText(6),
            tags: row.optionalText(7).tags,
            unread: row.int(8),
            total: row.int(9),
            newestItem: row.optionalInteger(10).map(ItemID.init),
            fetching: FetchState(
                etag: row.optionalText(11),
                lastModified: row.optionalText(12),
                bodyHash: row.optionalInteger(13),
                lastAttempt: row.optionalDate(14),
                lastSuccess: row.optionalDate(15),
                lastError: row.optionalText(16),
                errorCount: row.int(17),
                nextDue: row.optionalDate(18)))
    }
}

extension String? {
    /// Tags that were put together, a line each: they come from a line of the urls file, so none holds a line's end.
    var tags: [String] { self?.unicodeScalars.split(separator: "\n").map(String.init) ?? [] }
}

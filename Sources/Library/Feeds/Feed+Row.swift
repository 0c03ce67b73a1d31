import SQLite

extension Feed {
    /// Asks for feeds, in the columns that `init(_:tags:)` reads.
    fileprivate static func query(_ condition: String) -> String {
        """
        SELECT id, url, own_title, title, site, description, image, unread, total, newest_item, etag, last_modified,
            body_hash, last_attempt, last_success, last_error, coalesce(error_count, 0), next_due
        FROM feeds LEFT JOIN fetches ON fetches.feed = id WHERE \(condition)
        """
    }

    fileprivate init(_ row: borrowing Row, tags: [String]) {
        self.init(
            id: FeedID(row.integer(0)),
            url: row.text(1),
            ownTitle: row.optionalText(2),
            title: row.optionalText(3),
            site: row.optionalText(4),
            description: row.optionalText(5),
            image: row.optionalText(6),
            tags: tags,
            unread: row.int(7),
            total: row.int(8),
            newestItem: row.optionalInteger(9).map(ItemID.init),
            fetching: FetchState(
                etag: row.optionalText(10),
                lastModified: row.optionalText(11),
                bodyHash: row.optionalInteger(12),
                lastAttempt: row.optionalDate(13),
                lastSuccess: row.optionalDate(14),
                lastError: row.optionalText(15),
                errorCount: row.int(16),
                nextDue: row.optionalDate(17)))
    }
}

extension Database {
    /// The feeds that the person is subscribed to, in their order.
    func feedsInOrder() throws -> [Feed] {
        let tags = try tagsOfFeeds()
        return try all(Feed.query("is_subscribed ORDER BY position")) { row in
            Feed(row, tags: tags[FeedID(row.integer(0))] ?? [])
        }
    }

    func feed(_ id: FeedID) throws -> Feed? {
        let tags = try all("SELECT tag FROM feed_tags WHERE feed = ? ORDER BY tag", id) { $0.text(0) }
        return try first(Feed.query("id = ?"), id) { Feed($0, tags: tags) }
    }

    /// The tags of each feed that has some, in the order of the alphabet.
    ///
    /// By one query for all: to look for those of one feed after the other takes longer than to read the feeds.
    func tagsOfFeeds() throws -> [FeedID: [String]] {
        var tags: [FeedID: [String]] = [:]
        try each("SELECT feed, tag FROM feed_tags ORDER BY feed, tag") { row in
            tags[FeedID(row.integer(0)), default: []].append(row.text(1))
        }
        return tags
    }
}

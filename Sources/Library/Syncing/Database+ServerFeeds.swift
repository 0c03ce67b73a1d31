import SQLite

extension Database {
    /// Makes changes of subscriptions that the urls file doesn't decide, so that the library still follows it.
    func keepingFollowedFile<Result>(_ body: () throws -> Result) throws -> Result {
        let file = try setting(.followedFile)
        let result = try body()
        if let file { try set(.followedFile, to: file) }
        return result
    }

    /// Subscribes to the feeds that a followed server has and no line of the urls file names.
    func returnFeedsToServers() throws {
        let feeds = try all(
            """
            SELECT feed, server_feeds.account, server_feeds.folders FROM server_feeds
                JOIN server_accounts ON server_accounts.id = server_feeds.account JOIN feeds ON feeds.id = feed
            WHERE is_gone = 0 AND is_followed = 1 AND is_subscribed = 0
                AND NOT EXISTS (SELECT 1 FROM server_changes WHERE server_changes.feed = server_feeds.feed
                    AND server_changes.account = server_feeds.account AND kind = 'remove' AND refusal IS NULL)
            ORDER BY server_accounts.position DESC
            """
        ) { (feed: FeedID($0.integer(0)), account: AccountID($0.integer(1)), folders: $0.text(2)) }
        for (feed, account, folders) in feeds {
            try run(
                """
                UPDATE feeds SET account = ?, is_subscribed = 1, own_title = NULL, folder = NULL, is_hidden = 0
                WHERE id = ?
                """, account, feed)
            try setTags(folders.folders, of: feed)
        }
    }

    /// Puts the feeds of servers behind those of the urls file.
    func arrangeFeedsOfServers(after count: Int) throws {
        let feeds = try all(
            """
            SELECT feeds.id, feeds.position FROM feeds JOIN server_accounts ON server_accounts.id = account
            WHERE is_subscribed ORDER BY server_accounts.position, feeds.position, feeds.id
            """
        ) { (FeedID($0.integer(0)), $0.int(1)) }
        for (place, (feed, position)) in feeds.enumerated() where position != count + place {
            try run("UPDATE feeds SET position = ? WHERE id = ?", count + place, feed)
        }
    }

    /// A feed's tags, sorted.
    func tags(of feed: FeedID) throws -> [String] {
        try all("SELECT tag FROM feed_tags WHERE feed = ? ORDER BY tag", feed) { $0.text(0) }
    }

    /// Gives a feed these tags, if it has others.
    func setTags(_ tags: [String], of feed: FeedID) throws {
        let tags = tags.asTags
        guard try self.tags(of: feed) != tags else { return }
        try run("DELETE FROM feed_tags WHERE feed = ?", feed)
        for tag in tags { try run("INSERT INTO feed_tags (feed, tag) VALUES (?, ?)", feed, tag) }
    }
}

extension [String] {
    /// As the library has them: each once, sorted.
    var asTags: [String] { Set(filter { !$0.isEmpty }).sorted() }

    /// Names of folders, each in a line.
    var asFolders: String {
        map { $0.split(whereSeparator: \.isNewline).joined(separator: " ") }.joined(separator: "\n")
    }
}

extension String {
    /// The names of the folders that are its lines.
    var folders: [String] { split(separator: "\n").map(String.init) }
}

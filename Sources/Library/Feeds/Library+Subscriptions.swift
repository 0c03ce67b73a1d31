import FoundationEssentials
import SQLite

extension Library {
    /// Makes the feeds and saved searches those of the urls file, which `list` has just read. A feed that left the file
    /// is hidden and keeps its items; new saved searches are filled in the background, newest items first.
    ///
    /// If there is something to write, `read` reads the file again in the transaction, as in `follow(_:finish:)`. The
    /// library then remembers the file, so that the next process needn't compare its lines.
    package func follow(
        _ list: FollowedList, reading read: @escaping @Sendable () -> FollowedList?
    ) throws(LibraryFailure) {
        if let file = list.file, try isFollowing(file) { return try lookForQueriesThatWait() }
        // Reads first, so that a start with an unchanged file waits for no writer.
        var isFollowed = try isFollowing(list.queries)
        if isFollowed { isFollowed = try isFollowing(list.subscriptions) }
        if isFollowed, let accounts = list.accounts { isFollowed = try isFollowing(accounts) }
        if !isFollowed {
            try write { database in ((), try database.follow(read)) }
        } else if list.file != nil {
            writeSoon { try $0.follow(read) }
        }
        try lookForQueriesThatWait()
    }

    /// Whether the library is known to follow a urls file with this content; false may also mean that this is unknown.
    package func isFollowing(_ text: [UInt8]) throws(LibraryFailure) -> Bool {
        guard let file = FollowedFile(text) else { return false }
        return try isFollowing(file)
    }

    package func isFollowing(_ file: FollowedFile) throws(LibraryFailure) -> Bool {
        try read { try $0.setting(.followedFile) } == file.hash
    }

    /// Whether the subscriptions are these already.
    package func isFollowing(_ subscriptions: [Subscription]) throws(LibraryFailure) -> Bool {
        try read { try $0.subscriptions() } == subscriptions.normalised
    }

    /// Makes the feeds and saved searches those of the urls file, in order with other writes. `read` reads the file
    /// inside the transaction, when nobody else changes both: an older copy would create a feed again at its previous
    /// URL. If it can't read the file, it returns nil and nothing changes.
    ///
    /// `finish` runs on the writer's queue.
    package func follow(
        _ read: @escaping @Sendable () -> FollowedList?, finish: @escaping @Sendable () -> Void
    ) {
        writeSoon {
            try $0.follow(read)
        } finish: {
            finish()
            self.lookForQueries()
        }
    }

    /// Follows URLs alone: titles and tags of their feeds stay.
    package func subscribe(to urls: [String]) throws(LibraryFailure) {
        guard try read({ try $0.subscribedURLs() }) != urls else { return }
        try write { database in ((), try database.subscribe(to: database.subscriptions(to: urls))) }
    }

    package func subscribe(to urls: [String], finish: @escaping @Sendable () -> Void) {
        writeSoon({ database in try database.subscribe(to: database.subscriptions(to: urls)) }, finish: finish)
    }
}

extension [Subscription] {
    /// In the form that the library returns.
    var normalised: [Subscription] {
        map { subscription in
            var subscription = subscription
            subscription.tags = subscription.tags.asTags
            return subscription
        }
    }
}

extension Database {
    fileprivate func subscribedURLs() throws -> [String] {
        try all("SELECT url FROM feeds WHERE is_subscribed AND account IS NULL ORDER BY position") { $0.text(0) }
    }

    fileprivate func subscriptions() throws -> [Subscription] {
        let tags = try tagsOfFeeds()
        return try all(Subscription.query + " WHERE is_subscribed AND account IS NULL ORDER BY position") {
            Subscription($0, tags)
        }
    }

    /// URLs with what the library knows about their feeds.
    fileprivate func subscriptions(to urls: [String]) throws -> [Subscription] {
        let tags = try tagsOfFeeds()
        return try urls.map { url in
            try first(Subscription.query + " WHERE url = ?", url) { Subscription($0, tags) } ?? Subscription(url)
        }
    }

    fileprivate func follow(_ read: () -> FollowedList?) throws -> [LibraryChange] {
        guard let list = read() else { return [] }
        var changes = try follow(list.queries, at: Date())
        if let accounts = list.accounts { changes += try follow(accounts) }
        return try changes + subscribe(to: list.subscriptions.normalised, of: list.file)
    }

    func subscribe(to subscriptions: [Subscription], of file: FollowedFile?) throws -> [LibraryChange] {
        let changes = try subscribe(to: subscriptions)
        if let file, try setting(.followedFile) != file.hash { try set(.followedFile, to: file.hash) }
        return changes
    }

    /// Writes and reports nothing if the subscriptions are these already.
    fileprivate func subscribe(to subscriptions: [Subscription]) throws -> [LibraryChange] {
        guard try self.subscriptions() != subscriptions else { return [] }
        let before = try subscribedFeeds()
        try run("UPDATE feeds SET is_subscribed = 0 WHERE account IS NULL")
        for (position, subscription) in subscriptions.enumerated() {
            let feed = try first(
                """
                INSERT INTO feeds (url, own_title, folder, is_hidden, position) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (url) DO UPDATE SET own_title = excluded.own_title, folder = excluded.folder,
                    is_hidden = excluded.is_hidden, position = excluded.position, is_subscribed = 1, account = NULL
                RETURNING id
                """, subscription.url, subscription.ownTitle, subscription.folder, subscription.isHidden, position
            ) { FeedID($0.integer(0)) }
            guard let feed else { continue }
            try run("DELETE FROM feed_tags WHERE feed = ?", feed)
            for tag in subscription.tags { try run("INSERT INTO feed_tags (feed, tag) VALUES (?, ?)", feed, tag) }
        }
        try returnFeedsToServers()
        try arrangeFeedsOfServers(after: subscriptions.count)
        try relist(subscribedBefore: before)
        return [.subscriptions]
    }

    func subscribedFeeds() throws -> Set<FeedID> {
        try Set(all("SELECT id FROM feeds WHERE is_subscribed") { FeedID($0.integer(0)) })
    }

    /// Shows the items of feeds that are subscribed to now, and hides those of the others.
    func relist(subscribedBefore before: Set<FeedID>) throws {
        let after = try subscribedFeeds()
        for feed in before.subtracting(after) { try list(feed, false) }
        for feed in after.subtracting(before) { try list(feed, true) }
        for feed in before.symmetricDifference(after) { try relistStories(in: feed) }
    }

    /// Shows or hides a feed's items in lists of several feeds.
    func list(_ feed: FeedID, _ isListed: Bool) throws {
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

extension Subscription {
    fileprivate static let query = "SELECT id, url, own_title, folder, is_hidden FROM feeds"

    fileprivate init(_ row: borrowing Row, _ tags: FeedTags) {
        self.init(
            row.text(1), ownTitle: row.optionalText(2), tags: tags[FeedID(row.integer(0))],
            folder: row.optionalText(3), isHidden: row.bool(4))
    }
}

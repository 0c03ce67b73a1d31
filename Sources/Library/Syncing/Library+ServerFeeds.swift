package import FoundationEssentials
import SQLite

/// What following a server's list of feeds has changed.
package struct FollowedFeeds: Equatable, Sendable {
    package var added = 0
    package var removed = 0
    /// Feeds that left the list, too many at once to believe it.
    package var vanishing = 0

    package init() {}
}

extension Library {
    /// Follows the list of feeds of a server.
    ///
    /// A feed that a line of the urls file names stays as that says, and only its marks are synced. Titles and folders are
    /// the server's, except where a change of the user's still waits for the server.
    package func follow(
        _ feeds: [RemoteFeed], of account: AccountID, at now: Date
    ) throws(LibraryFailure) -> FollowedFeeds {
        let isNews = try read { try !$0.isFollowing(feeds, of: account) }
        return try write { database in
            try database.run("UPDATE server_accounts SET feeds_read_at = ? WHERE id = ?", now, account)
            guard isNews else { return (FollowedFeeds(), []) }
            return try database.keepingFollowedFile { try database.follow(feeds, of: account) }
        }
    }

    /// The feeds that the library knows to be on the server, by their ids there.
    package func serverFeeds(of account: AccountID) throws(LibraryFailure) -> [FeedID: String] {
        try read { database in
            let feeds = try database.all(
                "SELECT feed, server_id FROM server_feeds WHERE account = ? AND is_gone = 0", account
            ) { (FeedID($0.integer(0)), $0.text(1)) }
            return Dictionary(feeds) { first, _ in first }
        }
    }
}

private struct KnownServerFeed: Equatable {
    let feed: FeedID
    let id: String
    let site: String?
    let title: String?
    let folders: String
    let url: String

    init(_ row: borrowing Row) {
        (feed, id, site, title) = (FeedID(row.integer(0)), row.text(1), row.optionalText(2), row.optionalText(3))
        (folders, url) = (row.text(4), row.text(5))
    }

    func isLike(_ remote: RemoteFeed) -> Bool {
        id == remote.id && url.withoutVariation == remote.url.withoutVariation && title == remote.title?.cut
            && folders == remote.folders.asFolders
            && site == remote.site?.asStoredAddress
    }
}

extension Database {
    private func knownFeeds(of account: AccountID) throws -> [KnownServerFeed] {
        try all(
            """
            SELECT feed, server_id, server_feeds.site, server_feeds.title, folders, url FROM server_feeds
                JOIN feeds ON feeds.id = feed WHERE server_feeds.account = ? AND is_gone = 0
            """, account
        ) { KnownServerFeed($0) }
    }

    /// Whether the library follows this list already.
    fileprivate func isFollowing(_ feeds: [RemoteFeed], of account: AccountID) throws -> Bool {
        let known = Dictionary(try knownFeeds(of: account).map { ($0.id, $0) }) { first, _ in first }
        let isWaiting = try first(
            "SELECT vanishing > 0 OR is_accepted OR EXISTS (SELECT 1 FROM server_changes WHERE account = ?1) FROM server_accounts WHERE id = ?1",
            account
        ) { $0.bool(0) }
        return isWaiting == false && known.count == feeds.count
            && feeds.allSatisfy { known[$0.id]?.isLike($0) ?? false }
    }

    fileprivate func follow(
        _ feeds: [RemoteFeed], of account: AccountID
    ) throws -> (FollowedFeeds, [LibraryChange]) {
        let before = try subscribedFeeds()
        let known = try knownFeeds(of: account)
        var followed = FollowedFeeds()
        var there: Set<FeedID> = []
        let byID = Dictionary(known.map { ($0.id, $0) }) { first, _ in first }
        let places = try FeedPlaces(self)
        for remote in feeds {
            let feed = try byID[remote.id]?.feed ?? places.feed(at: remote.url) ?? addFeed(remote, of: account)
            guard let feed, there.insert(feed).inserted else { continue }
            if try take(remote, as: feed, of: account, isKnown: byID[remote.id] != nil) { followed.added += 1 }
        }
        let gone = known.filter { !there.contains($0.feed) }
        let isAccepted = try first("SELECT is_accepted FROM server_accounts WHERE id = ?", account) { $0.bool(0) }
        if gone.count > 10, gone.count * 3 > known.count, isAccepted != true {
            followed.vanishing = gone.count
        } else {
            for feed in gone { try drop(feed.feed, of: account) }
            followed.removed = gone.count
        }
        try run(
            "UPDATE server_accounts SET vanishing = ?, is_accepted = 0 WHERE id = ?", followed.vanishing, account)
        let lines = try first("SELECT count(*) FROM feeds WHERE is_subscribed AND account IS NULL") { $0.int(0) }
        try arrangeFeedsOfServers(after: lines ?? 0)
        try relist(subscribedBefore: before)
        return (followed, [.subscriptions])
    }

    /// All of them get their positions in the end: to look for each would take very long for thousands.
    private func addFeed(_ remote: RemoteFeed, of account: AccountID) throws -> FeedID? {
        try first(
            """
            INSERT INTO feeds (url, position, is_subscribed, account)
            VALUES (?, 0, 0, ?) RETURNING id
            """, remote.url, account
        ) { FeedID($0.integer(0)) }
    }

    /// Takes over what the server says about a feed; returns whether the user gets a feed by it.
    private func take(_ remote: RemoteFeed, as feed: FeedID, of account: AccountID, isKnown: Bool) throws -> Bool {
        let waiting = Set(
            try all(
                "SELECT kind FROM server_changes WHERE account = ? AND feed = ? AND refusal IS NULL", account, feed
            ) { $0.text(0) })
        // With another id it is another feed to the server, and so are its items.
        let isOther = try first(
            "SELECT server_id <> ? FROM server_feeds WHERE account = ? AND feed = ?", remote.id, account, feed
        ) { $0.bool(0) }
        if isOther == true { try loseItems(of: feed, account) }
        let (title, site) = (remote.title?.cut, remote.site?.asStoredAddress)
        try run(
            """
            INSERT INTO server_feeds (account, feed, server_id, site, title, folders) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            ON CONFLICT (account, feed) DO UPDATE SET (server_id, site, title, folders, is_gone) = (?3, ?4, ?5, ?6, 0)
            """, account, feed, remote.id, site, title, remote.folders.asFolders)
        // What the user has removed here goes there, too.
        if waiting.contains("remove") { return false }
        let isSubscribed = try first("SELECT is_subscribed, account IS NULL FROM feeds WHERE id = ?", feed) {
            (isSubscribed: $0.bool(0), isOfLine: $0.bool(1))
        }
        guard let isSubscribed, !isSubscribed.isSubscribed || !isSubscribed.isOfLine else { return false }
        if !isSubscribed.isSubscribed {
            try run(
                "UPDATE feeds SET is_subscribed = 1, account = ?, is_hidden = 0, folder = NULL WHERE id = ?", account,
                feed)
        }
        if isKnown { try follow(remote.url, as: feed) }
        try run(
            "UPDATE feeds SET title = coalesce(?2, title), site = coalesce(?3, site) WHERE id = ?1", feed, title, site)
        if !waiting.contains("rename") {
            try run("UPDATE feeds SET own_title = NULL WHERE id = ? AND own_title IS NOT NULL", feed)
        }
        if !waiting.contains("move") { try setTags(remote.folders.asFolders.folders, of: feed) }
        return !isSubscribed.isSubscribed
    }

    /// Gives a feed the URL that the server has for it, unless another feed has it.
    private func follow(_ url: String, as feed: FeedID) throws {
        guard try self.feed(at: url) == nil else { return }
        try run("UPDATE feeds SET url = ? WHERE id = ?", url, feed)
    }

    /// Notes that a feed has left the server's list. It is hidden, unless a line of the urls file names it.
    private func drop(_ feed: FeedID, of account: AccountID) throws {
        try run("UPDATE server_feeds SET is_gone = 1 WHERE account = ? AND feed = ?", account, feed)
        try loseItems(of: feed, account)
        let other = try first(
            """
            SELECT server_feeds.account FROM server_feeds JOIN server_accounts ON server_accounts.id = server_feeds.account
            WHERE feed = ? AND is_gone = 0 AND is_followed = 1 ORDER BY position LIMIT 1
            """, feed
        ) { AccountID($0.integer(0)) }
        if let other {
            try run("UPDATE feeds SET account = ? WHERE id = ? AND account = ?", other, feed, account)
        } else {
            try run("UPDATE feeds SET is_subscribed = 0 WHERE id = ? AND account = ?", feed, account)
        }
    }
}

/// The library's feeds by their URLs, however these are written.
private struct FeedPlaces {
    private var feeds: [Substring: FeedID] = [:]

    init(_ database: Database) throws {
        // The user's own come last, and count.
        try database.each("SELECT id, url FROM feeds ORDER BY is_subscribed") { row in
            feeds[row.text(1).withoutVariation] = FeedID(row.integer(0))
        }
    }

    func feed(at url: String) -> FeedID? { feeds[url.withoutVariation] }
}

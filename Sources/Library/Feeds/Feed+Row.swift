import Addresses
import FoundationEssentials
import SQLite

extension Feed {
    /// Selects feeds, with the columns that the initialisers below read.
    fileprivate static func query(_ condition: String) -> String {
        """
        SELECT id, url, own_title, title, unread, total, newest_item, folder, is_hidden, last_attempt, last_success,
            last_error, failing, error_count, failing_since, wait_until, wait_status, is_gone,
            \(Database.movedTo), account
        FROM feeds LEFT JOIN fetches ON fetches.feed = id WHERE \(condition)
        """
    }

    fileprivate init(_ row: borrowing Row, tags: [String], hostWaits: HostWaits) {
        let url = row.text(1)
        self.init(
            id: FeedID(row.integer(0)),
            unread: row.int(4),
            total: row.int(5),
            about: About(
                url: url,
                ownTitle: row.optionalText(2),
                title: row.optionalText(3),
                tags: tags,
                folder: row.optionalText(7),
                isHidden: row.bool(8),
                account: row.optionalInteger(19).map(AccountID.init),
                newestItem: row.optionalInteger(6).map(ItemID.init),
                fetching: FetchState(row, hostWait: hostWaits.wait(of: url))))
    }
}

extension FetchState {
    fileprivate init(_ row: borrowing Row, hostWait: ServerWait?) {
        self.init(
            lastAttempt: row.optionalDate(9),
            lastSuccess: row.optionalDate(10),
            // An older lede may have stored a URL with its password there.
            lastError: row.optionalText(11)?.withoutCredentials,
            failing: row.optionalText(12).flatMap(Failing.init),
            errorCount: row.int(13),
            failingSince: row.optionalDate(14),
            wait: ServerWait(row).later(hostWait),
            isGone: row.bool(17),
            movedTo: row.optionalText(18))
    }
}

extension ServerWait {
    fileprivate init?(_ row: borrowing Row) {
        guard let date = row.optionalDate(15) else { return nil }
        self.init(until: date, status: row.optionalInt(16))
    }
}

extension ServerWait? {
    fileprivate func later(_ other: ServerWait?) -> ServerWait? {
        guard let self, let other else { return self ?? other }
        return self.until < other.until ? other : self
    }
}

/// A feed's counts, and the newest item that they include.
struct FeedCounts {
    let feed: FeedID
    let newestItem: ItemID?
    let unread: Int
    let total: Int
}

extension Database {
    /// The URL to which a feed has moved, once three answers in a row, a day apart at least, have said so, or its
    /// document has.
    static let movedTo =
        "iif(moved_count >= \(answersToMove) AND last_success - moved_since >= 86400000, moved_to, NULL)"

    /// The number of consecutive answers that must lead to a new URL before lede offers it.
    static let answersToMove = 3

    /// The user's feeds, in their order.
    func feedsInOrder() throws -> [Feed] {
        let (tags, waits) = (try tagsOfFeeds(), try hostWaits())
        var feeds: [Feed] = []
        try each(Feed.query("is_subscribed ORDER BY position")) { row in
            feeds.append(Feed(row, tags: tags[FeedID(row.integer(0))], hostWaits: waits))
        }
        return feeds
    }

    /// The counts of the user's feeds, in their order.
    func countsOfFeeds() throws -> [FeedCounts] {
        try all("SELECT id, newest_item, unread, total FROM feeds WHERE is_subscribed ORDER BY position") { row in
            FeedCounts(
                feed: FeedID(row.integer(0)), newestItem: row.optionalInteger(1).map(ItemID.init), unread: row.int(2),
                total: row.int(3))
        }
    }

    func feed(_ id: FeedID) throws -> Feed? {
        let tags = try all("SELECT tag FROM feed_tags WHERE feed = ? ORDER BY tag", id) { $0.text(0) }
        let waits = try hostWaits()
        return try first(Feed.query("id = ?"), id) { Feed($0, tags: tags, hostWaits: waits) }
    }
}

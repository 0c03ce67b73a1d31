import FeedParser
import FoundationEssentials
import SQLite

extension Feed {
    /// Asks for feeds, in the columns that the initialisers below read.
    fileprivate static func query(_ condition: String) -> String {
        """
        SELECT id, url, own_title, title, site, description, image, unread, total, newest_item, etag, last_modified,
            body_hash, asked_with, last_attempt, last_success, last_error, coalesce(error_count, 0), failing_since,
            next_due, due_reason, due_after, wait_until, wait_status, coalesce(is_gone, 0), \(Database.movedTo),
            rhythm, newest_date, time_to_live, update_interval, skipped_hours, skipped_days, folder, is_hidden, failing
        FROM feeds LEFT JOIN fetches ON fetches.feed = id WHERE \(condition)
        """
    }

    fileprivate init(_ row: borrowing Row, tags: [String], hostWaits: HostWaits) {
        let url = row.text(1)
        self.init(
            id: FeedID(row.integer(0)),
            unread: row.int(7),
            total: row.int(8),
            about: About(
                url: url,
                ownTitle: row.optionalText(2),
                title: row.optionalText(3),
                site: row.optionalText(4),
                description: row.optionalText(5),
                image: row.optionalText(6),
                tags: tags,
                folder: row.optionalText(32),
                isHidden: row.bool(33),
                newestItem: row.optionalInteger(9).map(ItemID.init),
                fetching: FetchState(row, hostWait: hostWaits.wait(of: url))))
    }
}

extension FetchState {
    fileprivate init(_ row: borrowing Row, hostWait: ServerWait?) {
        self.init(
            etag: row.optionalText(10),
            lastModified: row.optionalText(11),
            bodyHash: row.optionalInteger(12),
            askedWith: row.optionalInteger(13),
            lastAttempt: row.optionalDate(14),
            lastSuccess: row.optionalDate(15),
            lastError: row.optionalText(16),
            failing: row.optionalText(34).flatMap(Failing.init),
            errorCount: row.int(17),
            failingSince: row.optionalDate(18),
            due: Due(row),
            wait: ServerWait(row).later(hostWait),
            isGone: row.bool(24),
            movedTo: row.optionalText(25),
            hints: ScheduleHints(row),
            rhythm: row.optionalInteger(26).map { Rhythm(interval: Int($0), newest: row.date(27)) })
    }
}

extension Due {
    fileprivate init?(_ row: borrowing Row) {
        guard let date = row.optionalDate(19) else { return nil }
        self.init(date, row.optionalText(20).flatMap(Reason.init) ?? .usual, after: row.int(21))
    }
}

extension ServerWait {
    fileprivate init?(_ row: borrowing Row) {
        guard let date = row.optionalDate(22) else { return nil }
        self.init(until: date, status: row.optionalInteger(23).map { Int($0) })
    }
}

extension ServerWait? {
    fileprivate func later(_ other: ServerWait?) -> ServerWait? {
        guard let self, let other else { return self ?? other }
        return self.until < other.until ? other : self
    }
}

extension ScheduleHints {
    fileprivate init(_ row: borrowing Row) {
        self.init(
            timeToLive: row.optionalInteger(28).map { Int($0) },
            updateInterval: row.optionalInteger(29).map { Int($0) },
            skippedHours: row.integer(30).bits(0..<24), skippedDays: row.integer(31).bits(0..<7))
    }
}

extension Int64 {
    /// The numbers of the bits that are set.
    fileprivate func bits(_ range: Range<Int>) -> Set<Int> {
        self == 0 ? [] : Set(range.filter { self >> Int64($0) & 1 == 1 })
    }
}

extension Set<Int> {
    /// A number in which the bits of these numbers are set.
    var asBits: Int64 { reduce(0) { (0..<63).contains($1) ? $0 | 1 << Int64($1) : $0 } }
}

/// What a feed has, and up to which item that is counted.
struct FeedCounts {
    let feed: FeedID
    let newestItem: ItemID?
    let unread: Int
    let total: Int
}

extension Database {
    /// The address to which a feed has moved: only once three answers in a row, a day apart at least, have said so, or its
    /// document has.
    static let movedTo =
        "iif(moved_count >= \(answersToMove) AND last_success - moved_since >= 86400000, moved_to, NULL)"

    /// So many answers in a row have to lead to a new address until it is offered.
    static let answersToMove = 3

    /// The feeds that the person is subscribed to, in their order.
    func feedsInOrder() throws -> [Feed] {
        let (tags, waits) = (try tagsOfFeeds(), try hostWaits())
        var feeds: [Feed] = []
        try each(Feed.query("is_subscribed ORDER BY position")) { row in
            feeds.append(Feed(row, tags: tags[FeedID(row.integer(0))], hostWaits: waits))
        }
        return feeds
    }

    /// What the feeds that the person is subscribed to have, in their order.
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

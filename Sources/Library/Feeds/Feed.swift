package import FoundationEssentials
import SQLite
import Typesetting
import URLs

/// A feed as lists show it. `FeedDetails` has the rest, for which a start doesn't wait.
package struct Feed: Hashable, Identifiable, Sendable {
    package let id: FeedID
    package var unread: Int
    package var total: Int
    private var shared: Shared

    init(id: FeedID, unread: Int, total: Int, about: About) {
        (self.id, self.unread, self.total) = (id, unread, total)
        shared = Shared(about)
    }

    /// The same values, sharing the memory of `other` where they are equal.
    package func sharing(_ other: Feed) -> Feed {
        guard shared == other.shared else { return self }
        var feed = self
        feed.shared = other.shared
        return feed
    }

    /// The values that marks don't change.
    struct About: Hashable, Sendable {
        let url: String
        let ownTitle: String?
        let title: String?
        let tags: [String]
        let folder: String?
        let isHidden: Bool
        let account: AccountID?
        let newestItem: ItemID?
        let fetching: FetchState
    }

    /// Shared by all copies: it is long, and each change copies whole lists of feeds. With 5,000 feeds, values of their own
    /// would make a start 10 ms longer, and marking a feed read 7 ms.
    private final class Shared: Hashable, Sendable {
        let about: About

        init(_ about: About) { self.about = about }

        static func == (one: Shared, other: Shared) -> Bool { one === other || one.about == other.about }

        func hash(into hasher: inout Hasher) { about.hash(into: &hasher) }
    }

    package var url: String { shared.about.url }

    /// Its URL for display, without a password.
    package var shownURL: String { url.shownAddress }

    /// Whether a command prints or filters its document.
    package var isOfCommand: Bool { url.runsCommand }

    /// The user's title for it.
    package var ownTitle: String? { shared.about.ownTitle }

    /// The feed's own title; nil before its first fetch.
    package var title: String? { shared.about.title }

    /// In alphabetical order.
    package var tags: [String] { shared.about.tags }

    /// The path of its group in the urls file.
    package var folder: String? { shared.about.folder }

    /// Whether it is in the group of this path, or in one inside it.
    package func isInGroup(_ path: String) -> Bool { folder == path || folder?.hasPrefix(path + "/") == true }

    /// Whether feed lists leave it out. Its items are listed like all others.
    package var isHidden: Bool { shared.about.isHidden }

    /// The account whose server fetches it; nil if lede does.
    package var account: AccountID? { shared.about.account }

    /// The newest item when the counts were read: marking the feed read touches no newer one.
    package var newestItem: ItemID? { shared.about.newestItem }

    /// A number that differs within this run if anything but the counts differs.
    var aboutHash: Int { shared.hashValue }

    package var fetching: FetchState { shared.about.fetching }

    package var hasFailed: Bool { fetching.lastError != nil }

    /// Whether it has moved for good, according to its server.
    package var hasMoved: Bool { fetching.movedTo != nil }

    /// The feed's title on the screen.
    package var name: String { ownTitle ?? title ?? shownURL }

    /// Whether its URL is its only name.
    package var isNamedByAddress: Bool { name == shownURL }

    /// The feed's title on the screen.
    package var displayName: String { CleanText.line(shortName) }

    /// The title, not cleaned; a URL loses its scheme.
    package var shortName: String { isNamedByAddress ? name.withoutScheme : name }
}

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

extension Library {
    /// The user's feeds, in the order of the urls file. Their counts include marks that aren't written yet.
    package func feeds() throws(LibraryFailure) -> [Feed] {
        let pending = changeQueue.marks
        return try read { database in try database.applying(pending, in: database.feedsInOrder()) }
    }

    /// The same feeds with their current counts, much faster than reading them again; nil if the feeds have changed or
    /// one has new items.
    package func recounted(_ feeds: [Feed]) throws(LibraryFailure) -> [Feed]? {
        let pending = changeQueue.marks
        return try read { database in
            let counts = try database.countsOfFeeds()
            guard counts.count == feeds.count else { return nil }
            var feeds = feeds
            for (place, counts) in counts.enumerated() {
                guard feeds[place].id == counts.feed, feeds[place].newestItem == counts.newestItem else { return nil }
                (feeds[place].unread, feeds[place].total) = (counts.unread, counts.total)
            }
            return try database.applying(pending, in: feeds)
        }
    }

    /// The date of the newest item, or newest unread item, of each of the user's feeds that has any.
    package func newestDates(unreadOnly: Bool) throws(LibraryFailure) -> [FeedID: Date] {
        try read { database in
            var dates: [FeedID: Date] = [:]
            try database.each(
                """
                SELECT id, (SELECT max(date) FROM states
                    WHERE feed = feeds.id AND is_deleted = 0 \(unreadOnly ? "AND is_read = 0" : ""))
                FROM feeds WHERE is_subscribed
                """
            ) { row in dates[FeedID(row.integer(0))] = row.optionalDate(1) }
            return dates
        }
    }

    package func feed(_ id: FeedID) throws(LibraryFailure) -> Feed? {
        let pending = changeQueue.marks
        return try read { database in
            let feed = try database.feed(id)
            return try database.applying(pending, in: feed.map { [$0] } ?? []).first
        }
    }

    /// The number of items that the feed published on each of the last days, in UTC; the last is the day of `now`.
    package func history(of feed: FeedID, days count: Int, until now: Date) throws(LibraryFailure) -> [Int] {
        guard case .integer(let milliseconds) = now.sqliteValue else { return [] }
        let last = milliseconds.dayNumber
        let days = try read { database in
            try database.all(
                "SELECT day, items FROM feed_days WHERE feed = ? AND day > ? AND day <= ?", feed, last - Int64(count),
                last
            ) { ($0.integer(0), $0.int(1)) }
        }
        return (0..<count).map { place in
            days.first { $0.0 == last - Int64(count - 1 - place) }?.1 ?? 0
        }
    }

    /// The number of items in each of the last weeks, the current one last, for feeds that had any.
    package func historyOfFeeds(weeks: Int, until now: Date) throws(LibraryFailure) -> [FeedID: [Int]] {
        guard case .integer(let milliseconds) = now.sqliteValue else { return [:] }
        let last = milliseconds.dayNumber
        return try read { database in
            var history: [FeedID: [Int]] = [:]
            // Only this query uses these pages, which would otherwise stay in memory: two megabytes in a large library.
            try database.withCache(.small) {
                // Feed by feed: one query would go through all days of all feeds.
                try database.each(
                    """
                    SELECT feeds.id, (?1 - day) / 7, sum(items) FROM feeds CROSS JOIN feed_days
                    ON feed = feeds.id AND day > ?1 - 7 * ?2 AND day <= ?1 GROUP BY 1, 2
                    """,
                    last, weeks
                ) { row in
                    let none = [Int](repeating: 0, count: weeks)
                    history[FeedID(row.integer(0)), default: none][weeks - 1 - row.int(1)] = row.int(2)
                }
            }
            return history
        }
    }
}

/// A feed's name in lists of items.
package struct FeedName: Equatable, Sendable {
    /// Its URL, for display.
    package let url: String
    /// The user's title, or the feed's own.
    package let name: String
}

extension Library {
    /// Reads only the names of the user's feeds, which is quick.
    package func feedNames() throws(LibraryFailure) -> [FeedID: FeedName] {
        let names = try read { database in
            try database.all("SELECT id, url, coalesce(own_title, title) FROM feeds WHERE is_subscribed") { row in
                let url = row.text(1).shownAddress
                return (FeedID(row.integer(0)), FeedName(url: url, name: row.optionalText(2) ?? url))
            }
        }
        return Dictionary(uniqueKeysWithValues: names)
    }
}

extension Feed {
    package var feedName: FeedName { FeedName(url: shownURL, name: name) }
}

/// The tags of all feeds, each feed's in alphabetical order.
struct FeedTags {
    /// The feeds with tags by number, and their tags in parallel: faster than a dictionary.
    private var feeds: [FeedID] = []
    private var tags: [[String]] = []

    fileprivate mutating func add(_ tag: String, to feed: FeedID) {
        if feeds.last == feed {
            tags[tags.count - 1].append(tag)
        } else {
            feeds.append(feed)
            tags.append([tag])
        }
    }

    subscript(feed: FeedID) -> [String] {
        var (first, last) = (0, feeds.count)
        while first < last {
            let middle = (first + last) / 2
            if feeds[middle].rawValue < feed.rawValue { first = middle + 1 } else { last = middle }
        }
        return first < feeds.count && feeds[first] == feed ? tags[first] : []
    }
}

extension Database {
    /// The tags of each feed that has any.
    ///
    /// One query for all: a query for each feed takes longer than reading the feeds.
    func tagsOfFeeds() throws -> FeedTags {
        var tags = FeedTags()
        try each("SELECT feed, tag FROM feed_tags ORDER BY feed, tag") { row in
            tags.add(row.text(1), to: FeedID(row.integer(0)))
        }
        return tags
    }
}

/// The servers that asked lede to wait: usually few or none.
struct HostWaits {
    fileprivate var waits: [FeedHost: ServerWait] = [:]

    /// Until when the server of this URL asked lede to wait.
    func wait(of url: String) -> ServerWait? {
        waits.isEmpty ? nil : FeedHost(of: url).flatMap { waits[$0] }
    }
}

extension Database {
    fileprivate func hostWaits() throws -> HostWaits {
        var hosts = HostWaits()
        try each("SELECT host, wait_until, wait_status FROM hosts") { row in
            hosts.waits[FeedHost(name: row.text(0))] = ServerWait(
                until: row.date(1), status: row.optionalInt(2))
        }
        return hosts
    }
}

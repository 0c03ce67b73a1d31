package import FeedParser
package import FoundationEssentials
import SQLite
import URLs

/// What lists don't show of a feed: its own description, and what the next request needs.
package struct FeedDetails: Equatable, Sendable {
    package var site: String?
    package var description: String?
    package var image: String?
    package var etag: String?
    package var lastModified: String?
    /// The hash of the last document.
    package var bodyHash: Int64?
    /// A hash of the headers and credentials of that request: with others the server may send another document.
    package var askedWith: Int64?
    /// When to fetch it next; nil if it is due already, or gone.
    package var due: Due?
    /// What the last document says about when to fetch it.
    package var hints = ScheduleHints()
    package var rhythm: Rhythm?
    /// When items of it were last deleted because it exceeded its quota of text.
    package var trimmed: Date?

    package init() {}
}

extension Library {
    /// The details of these feeds, in their order.
    package func details(of feeds: [Feed]) throws(LibraryFailure) -> [FeedDetails] {
        try read { database in try feeds.map { try database.details(of: $0.id) } }
    }

    /// The details of a feed; empty if it doesn't exist.
    package func details(of feed: FeedID) throws(LibraryFailure) -> FeedDetails {
        try read { database in try database.details(of: feed) }
    }
}

extension Database {
    func details(of feed: FeedID) throws -> FeedDetails {
        let details = try statement(
            """
            SELECT site, description, image, etag, last_modified, body_hash, asked_with, next_due, due_reason, due_after,
                rhythm, newest_date, time_to_live, update_interval, skipped_hours, skipped_days, trimmed_at
            FROM feeds LEFT JOIN fetches ON fetches.feed = id WHERE id = ?
            """)
        return try details.first(feed) { FeedDetails($0) } ?? FeedDetails()
    }
}

extension FeedDetails {
    fileprivate init(_ row: borrowing Row) {
        (site, description, image) = (row.optionalText(0), row.optionalText(1), row.optionalText(2))
        (etag, lastModified) = (row.optionalText(3), row.optionalText(4))
        (bodyHash, askedWith) = (row.optionalInteger(5), row.optionalInteger(6))
        due = Due(row)
        rhythm = row.optionalInteger(10).map { Rhythm(interval: Int($0), newest: row.date(11)) }
        hints = ScheduleHints(row)
        trimmed = row.optionalDate(16)
    }
}

extension Due {
    fileprivate init?(_ row: borrowing Row) {
        guard let date = row.optionalDate(7) else { return nil }
        self.init(date, row.optionalText(8).flatMap(Reason.init) ?? .usual, after: row.int(9))
    }
}

extension ScheduleHints {
    fileprivate init(_ row: borrowing Row) {
        self.init(
            timeToLive: row.optionalInt(12),
            updateInterval: row.optionalInt(13),
            skippedHours: row.integer(14).bits(0..<24), skippedDays: row.integer(15).bits(0..<7))
    }
}

extension Int64 {
    /// The indexes of the set bits.
    fileprivate func bits(_ range: Range<Int>) -> Set<Int> {
        self == 0 ? [] : Set(range.filter { self >> Int64($0) & 1 == 1 })
    }
}

extension Set<Int> {
    /// A number with these bits set.
    var asBits: Int64 { reduce(0) { (0..<63).contains($1) ? $0 | 1 << Int64($1) : $0 } }
}

/// The results of fetching a feed.
package struct FetchState: Hashable, Sendable {
    package var lastAttempt: Date?
    package var lastSuccess: Date?
    /// Why the last fetch failed, in words for the user; nil after a success.
    package var lastError: String?
    /// The kind of that failure; nil if an older lede noted it.
    package var failing: Failing?
    /// The number of consecutive failures, and the time of the first.
    package var errorCount = 0
    package var failingSince: Date?
    /// Until when the server asked to wait, for this feed or for all its feeds.
    package var wait: ServerWait?
    /// The server said that the feed is gone for good.
    package var isGone = false
    /// The feed's new URL, once seen often enough to offer it for the urls file.
    package var movedTo: String?

    /// When a feed that is due then may be fetched; nil for never; at once if nothing is known.
    package func nextRequest(_ due: Date?) -> Date? {
        isGone ? nil : max(due ?? .distantPast, wait?.until ?? .distantPast)
    }

    package func isDue(_ due: Date?, at now: Date) -> Bool {
        guard let nextRequest = nextRequest(due) else { return false }
        return nextRequest <= now || wasAskedInFuture(now)
    }

    /// Why the feed can't be fetched now, even if the user wants it.
    package func holdUp(at now: Date) -> HoldUp? {
        isGone ? .gone : wait(at: now).map { .toldToWait($0) }
    }

    /// Until when its server wants lede to wait; nil if it doesn't, or if the feed is gone.
    package func wait(at now: Date) -> ServerWait? {
        guard !isGone, let wait, wait.until > now, !wasAskedInFuture(now) else { return nil }
        return wait
    }

    /// Whether the clock has been set back since, so that earlier plans mean nothing.
    private func wasAskedInFuture(_ now: Date) -> Bool { lastAttempt.map { $0 > now + 3600 } ?? false }
}

/// What keeps a feed from being fetched, whatever its schedule.
package enum HoldUp: Equatable, Sendable {
    case gone
    case toldToWait(ServerWait)
}

/// Until when a server asked to wait, in an answer with this status.
package struct ServerWait: Hashable, Sendable {
    package let until: Date
    package let status: Int?

    package init(until: Date, status: Int?) {
        self.until = until
        self.status = status
    }
}

extension HoldUp: CustomStringConvertible {
    package var description: String {
        switch self {
        case .gone: "its server says it's gone for good"
        case .toldToWait(let wait): wait.description
        }
    }
}

extension ServerWait: CustomStringConvertible {
    package var description: String {
        switch status {
        case 429: "its server got too many requests and asked lede to wait"
        case 503: "its server is overloaded or under maintenance and asked lede to wait"
        default: "its server asked lede to wait"
        }
    }
}

/// The server of a feed. If it complains about too many requests, this applies to all of its feeds.
package struct FeedHost: Hashable, Sendable {
    /// In lower case, with the port unless it is the scheme's default: “example.org”, “example.org:8080”.
    package let name: String

    init(name: String) {
        self.name = name
    }

    /// Whether two URLs, which may be of feeds, lead to one host, not counting “www.”, and there to one user's pages. A
    /// subdomain may be anybody's.
    static func areOnOneSite(_ one: String, _ other: String) -> Bool {
        let urls = [one, other].compactMap { WebURL(FilterAddress($0)?.address ?? $0[...]) }
        let sites = urls.compactMap { url in url.host.map { ($0.withoutWWW, url.user) } }
        return sites.count == 2 && sites[0] == sites[1]
    }

    /// Nil if no server is asked: for a file or a command.
    package init?(of url: String) {
        guard let origin = WebURL(FilterAddress(url)?.address ?? url[...])?.origin else { return nil }
        name = origin.hostAndPort
    }
}

extension WebURL {
    /// The user of a host with pages of many: “~ann” for “https://example.org/~ann/feed”.
    fileprivate var user: Substring? {
        path.split(separator: "/").first.flatMap { $0.hasPrefix("~") || $0.hasPrefix("@") ? $0 : nil }
    }
}

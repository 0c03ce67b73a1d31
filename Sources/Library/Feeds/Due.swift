package import FoundationEssentials
import SQLite

/// When a feed is due, and why then.
package struct Due: Hashable, Sendable {
    package enum Reason: String, Sendable {
        /// The user's own interval for the feed.
        case person
        /// The server said how long its answer holds (Cache-Control, Expires).
        case server
        /// The document said how long it holds, or how often it changes (ttl, sy:).
        case feed
        /// How often the feed publishes.
        case rhythm
        /// Nothing is known.
        case usual
        /// The user's limits.
        case shortest, longest
        /// The document excludes hours or days (skipHours, skipDays).
        case skipped
        case toldToWait = "told_to_wait"
        /// The feed fails: the more often in a row, the longer it waits.
        case failing
        /// No server could be reached.
        case network
    }

    /// How long until the network may be back, in seconds.
    private static let withoutNetwork = 300

    package let date: Date
    package let reason: Reason
    /// The interval that the reason requires, in seconds.
    package let after: Int

    package init(_ date: Date, _ reason: Reason, after seconds: Int) {
        self.date = date
        self.reason = reason
        self.after = seconds
    }

    /// When a feed is due that couldn't be reached, like all others.
    init(withoutNetworkAt now: Date) {
        self.init(now + Double(Self.withoutNetwork), .network, after: Self.withoutNetwork)
    }
}

extension Due: CustomStringConvertible {
    /// Why, to follow a time and a colon: “at 14:10: the server says to wait an hour”.
    package var description: String {
        let span = TimeSpan(seconds: after)
        return switch reason {
        case .person: "every \(span.afterEvery), as you set it"
        case .server: "the server says to wait \(span)"
        case .feed: "the feed says to wait \(span)"
        case .rhythm: "every \(span.afterEvery), going by how often it publishes"
        case .usual: "every \(span.afterEvery) (the default)"
        case .shortest: "at most every \(span.afterEvery)"
        case .longest: "at least every \(span.afterEvery)"
        case .skipped: "the feed says it publishes nothing earlier"
        case .toldToWait: "the server asked lede to wait for \(span)"
        case .failing: "it failed, so lede waits for \(span)"
        case .network: "lede couldn't reach any server"
        }
    }
}

/// How often a feed publishes.
package struct Rhythm: Hashable, Sendable {
    /// The usual seconds between two items.
    package let interval: Int
    /// The date of the newest item.
    package let newest: Date

    package init(interval: Int, newest: Date) {
        self.interval = interval
        self.newest = newest
    }
}

/// A period in rounded words: “an hour”, “90 minutes”, “3 days”.
package struct TimeSpan: Equatable, Sendable, CustomStringConvertible {
    private let count: Int
    private let unit: String

    package init(seconds: Int) {
        let seconds = max(seconds, 0)
        let units = [("day", 86_400), ("hour", 3600), ("minute", 60)]
        let (unit, length) = units.first { seconds == $0.1 || seconds / 2 >= $0.1 } ?? ("second", 1)
        let half = length > 1 && seconds % length * 2 >= length
        count = seconds / length + (half ? 1 : 0)
        self.unit = unit
    }

    package var description: String {
        if count != 1 { return "\(count) \(unit)s" }
        return unit == "hour" ? "an hour" : "a \(unit)"
    }

    /// The words after “every”: “hour”, “3 days”.
    package var afterEvery: String { count == 1 ? unit : description }
}

extension Library {
    /// Those of the given feeds that are due now. Feeds of a server never are.
    package func due(among feeds: [Feed], at now: Date) throws(LibraryFailure) -> [Feed] {
        let dates = try dueDates()
        return feeds.filter { $0.account == nil && $0.fetching.isDue(dates[$0.id], at: now) }
    }

    /// When one of the given feeds may be fetched next; nil if none ever.
    package func nextRequest(among feeds: [Feed]) throws(LibraryFailure) -> Date? {
        let dates = try dueDates()
        return feeds.filter { $0.account == nil }.compactMap { $0.fetching.nextRequest(dates[$0.id]) }.min()
    }

    /// When feeds are due; nil for those without a plan.
    private func dueDates() throws(LibraryFailure) -> [FeedID: Date] {
        try read { database in
            var dates: [FeedID: Date] = [:]
            try database.each("SELECT feed, next_due FROM fetches") { row in
                dates[FeedID(row.integer(0))] = row.optionalDate(1)
            }
            return dates
        }
    }
}

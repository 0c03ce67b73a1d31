import FeedParser
package import FoundationEssentials
package import Library

/// Decides when to fetch a feed again.
///
/// The longest of three intervals counts (the server's, the document's and the feed's own rhythm), within the user's
/// limits. The user's interval for the feed overrides all of them.
struct Schedule: Sendable {
    private let shortest: Double
    private let longest: Double
    private let own: Double?

    /// `own` is the user's interval for this feed.
    init(_ intervals: RefreshIntervals = RefreshIntervals(), own: Duration? = nil) {
        shortest = max(intervals.shortest.inSeconds, 60)
        longest = max(intervals.longest.inSeconds, shortest)
        self.own = own.map { max($0.inSeconds, 60) }
    }

    /// The next fetch after a success; `freshness` is the server's interval in seconds.
    func due(after now: Date, freshFor freshness: Double?, _ hints: ScheduleHints, _ rhythm: Rhythm?) -> Due {
        if let own { return Due(after: own, now, .person) }
        let (wait, reason) = wait(freshness, hints, rhythm, at: now)
        let date = now + wait
        let open = SkippedTimes(hints).end(from: date)
        return open > date ? Due(open, .skipped, after: open.seconds(since: now)) : Due(after: wait, now, reason)
    }

    private func wait(
        _ freshness: Double?, _ hints: ScheduleHints, _ rhythm: Rhythm?, at now: Date
    ) -> (Double, Due.Reason) {
        let minutes = max(hints.timeToLive ?? 0, hints.updateInterval ?? 0)
        let asked: [(Double, Due.Reason)] = [
            (rhythm?.wait(at: now) ?? 0, .rhythm), (Double(minutes) * 60, .feed), (freshness ?? 0, .server)
        ]
        let (wait, reason) = asked.max { $0.0 < $1.0 } ?? (0, .usual)
        if wait > longest { return (longest, .longest) }
        if wait > shortest { return (wait, reason) }
        let isKnown = rhythm != nil || wait > 0
        return isKnown ? (shortest, .shortest) : (min(max(Self.usual, shortest), longest), .usual)
    }

    /// The interval if nothing is known about a feed.
    private static let usual: Double = 3600

    /// The next fetch after the `count`-th failure in a row. `chance` from 0 to 1 spreads feeds that failed together.
    func due(after now: Date, _ failing: Failing, count: Int, wait: ServerWait?, chance: Double) -> Due? {
        guard let backOff = failing.backOff else { return nil }
        let seconds = max(backOff.wait(count), shortest) * (1 + chance / 4)
        if let wait, wait.until > now + seconds {
            return Due(wait.until, .toldToWait, after: wait.until.seconds(since: now))
        }
        return Due(after: seconds, now, .failing)
    }
}

extension Due {
    fileprivate init(after seconds: Double, _ now: Date, _ reason: Reason) {
        self.init(now + seconds, reason, after: Int(seconds))
    }
}

extension Date {
    fileprivate func seconds(since other: Date) -> Int { Int(max(0, min(timeIntervalSince(other), 1e9))) }
}

extension Duration {
    /// The seconds, limited to the longest possible wait.
    fileprivate var inSeconds: Double { min(Double(components.seconds), 1e9) }
}

/// The shortest and longest time between fetches, whatever a feed and its server say.
package struct RefreshIntervals: Equatable, Sendable {
    package var shortest: Duration
    package var longest: Duration

    package init(shortest: Duration = .seconds(30 * 60), longest: Duration = .seconds(24 * 3600)) {
        self.shortest = shortest
        self.longest = longest
    }
}

extension Rhythm {
    /// The rhythm of a document's latest items; nil if they are too few.
    init?(of document: ParsedFeed, at now: Date) {
        // A date in the future says nothing about the rhythm.
        let dates = document.items.compactMap(\.published).filter { $0 <= now }
        let latest = dates.sorted(by: >).prefix(Self.itemsLookedAt)
        guard let newest = latest.first, let oldest = latest.last, latest.count >= Self.itemsNeeded else { return nil }
        let interval = newest.timeIntervalSince(oldest) / Double(latest.count - 1)
        self.init(interval: Int(min(interval, 1e9)), newest: newest)
    }

    private static let itemsLookedAt = 20
    private static let itemsNeeded = 3

    /// The seconds until an item is likely. A feed that has gone quiet is expected to stay quiet.
    func wait(at now: Date) -> Double {
        let silence = max(now.timeIntervalSince(newest), 0)
        return max(Double(interval), silence / 4) / Self.requestsPerItem
    }

    /// How often a feed is fetched in its average time between items.
    private static let requestsPerItem: Double = 8
}

/// The hours and days in UTC for which a feed announces no items.
private struct SkippedTimes {
    private let hours: Set<Int>
    private let days: Set<Int>

    /// If all hours or all days are skipped, the feed's hint is ignored.
    init(_ hints: ScheduleHints) {
        let (hours, days) = (hints.skippedHours, hints.skippedDays)
        self.hours = (0..<24).allSatisfy(hours.contains) ? [] : hours
        self.days = (0..<7).allSatisfy(days.contains) ? [] : days
    }

    /// The first moment from `date` on that isn't skipped.
    func end(from date: Date) -> Date {
        guard !hours.isEmpty || !days.isEmpty, abs(date.timeIntervalSince1970) < 1e11 else { return date }
        let start = Int((date.timeIntervalSince1970 / 3600).rounded(.down))
        // Everything repeats after a week, so one of these hours is open.
        let open = (start...(start + 7 * 24)).first { !isSkipped(hour: $0) } ?? start
        return open == start ? date : Date(timeIntervalSince1970: Double(open) * 3600)
    }

    /// The hour is counted from 1970.
    private func isSkipped(hour: Int) -> Bool {
        let day = hour >= 0 ? hour / 24 : (hour - 23) / 24
        // 1 January 1970 was a Thursday.
        return hours.contains(hour - day * 24) || days.contains(((day + 4) % 7 + 7) % 7)
    }
}

/// How long an answer stays fresh, according to its server (RFC 9111, 4.2).
///
/// lede ignores `s-maxage`, which is for shared caches. `no-store` and `no-cache` don't say when to ask again.
package struct Freshness {
    /// Nil if the server doesn't say, or if the answer is already stale.
    package let seconds: Double?

    /// `header` returns the value of a header by its name in lower case.
    package init(at now: Date, header: (String) -> String?) {
        let lifetime = Self.maxAge(header("cache-control")) ?? Self.untilExpiry(now, header)
        // A cache on the way may have kept the answer for a while.
        let age = header("age").flatMap(Self.deltaSeconds) ?? 0
        seconds = lifetime.flatMap { $0 > age ? $0 - age : nil }
    }

    private static func maxAge(_ cacheControl: String?) -> Double? {
        for directive in cacheControl?.split(separator: ",") ?? [] {
            let parts = directive.split(separator: "=", maxSplits: 1).map(\.trimmed)
            guard parts.count == 2, parts[0].lowercased() == "max-age" else { continue }
            // An invalid or negative value means that the answer is stale.
            return deltaSeconds(String(parts[1].filter { $0 != "\"" })) ?? 0
        }
        return nil
    }

    private static func untilExpiry(_ now: Date, _ header: (String) -> String?) -> Double? {
        guard let expires = header("expires").flatMap({ Date(inFeed: $0) }) else { return nil }
        // By the server's clock, which may differ from ours.
        let date = header("date").flatMap { Date(inFeed: $0) } ?? now
        return max(0, expires.timeIntervalSince(date))
    }

    /// Seconds in decimal. A number that is too large becomes the largest (RFC 9111, 1.2.2).
    fileprivate static func deltaSeconds(_ text: String) -> Double? {
        let digits = text[...].trimmed
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Double(Int(digits) ?? Int.max).clamped
    }
}

extension Double {
    fileprivate var clamped: Double { Swift.min(self, 0x8000_0000) }
}

extension Substring {
    fileprivate var trimmed: Substring {
        var rest = drop { $0 == " " || $0 == "\t" }
        while rest.last == " " || rest.last == "\t" { rest.removeLast() }
        return rest
    }
}

extension ServerWait {
    /// The wait that an answer of this status requires; nil if it requires none.
    ///
    /// A server with too many requests, or without service for now, gets a pause even if it names none. No wait is
    /// longer than a week. A date is by the server's clock, which `date` tells.
    package init?(status: Int, retryAfter: String?, date: String? = nil, at now: Date) {
        let seconds = retryAfter.flatMap { Self.seconds($0, at: date.flatMap { Date(inFeed: $0) } ?? now) }
        guard status >= 400, let wait = seconds ?? (Self.slowsHost(status) ? Self.usual : nil) else { return nil }
        self.init(until: now + min(wait, Self.longest), status: status)
    }

    /// Whether an answer of this status is about all feeds of the server.
    static func slowsHost(_ status: Int) -> Bool { status == 429 || status == 503 }

    /// The seconds from a number or a date; nil if it is neither, or in the past.
    private static func seconds(_ retryAfter: String, at now: Date) -> Double? {
        let seconds =
            Freshness.deltaSeconds(retryAfter) ?? Date(inFeed: retryAfter).map { $0.timeIntervalSince(now) }
        return seconds.flatMap { $0 > 0 ? $0 : nil }
    }

    private static let usual: Double = 10 * 60
    private static let longest: Double = 7 * 24 * 3600
}

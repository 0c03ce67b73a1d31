import FeedParser
import FoundationEssentials
import Library

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
        guard let backOff = BackOff(failing) else { return nil }
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

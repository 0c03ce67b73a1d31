import FeedParser
import FoundationEssentials
import Library

extension ServerWait {
    /// What an answer of this status tells us to wait; nil where it tells nothing of the kind.
    ///
    /// A server that has had too many requests, or can't serve any now, is left alone for a while even if it doesn't say
    /// for how long. None is heard that wants more than a week. A date is one by the server's clock, which `date` tells.
    init?(status: Int, retryAfter: String?, date: String? = nil, at now: Date) {
        let seconds = retryAfter.flatMap { Self.seconds($0, at: date.flatMap { Date(inFeed: $0) } ?? now) }
        guard status >= 400, let wait = seconds ?? (Self.slowsHost(status) ? Self.usual : nil) else { return nil }
        self.init(until: now + min(wait, Self.longest), status: status)
    }

    /// Whether what the answer says holds for all feeds of the server.
    static func slowsHost(_ status: Int) -> Bool { status == 429 || status == 503 }

    /// A number of seconds, or a date; nil where it is neither, or over.
    private static func seconds(_ retryAfter: String, at now: Date) -> Double? {
        let seconds =
            Freshness.deltaSeconds(retryAfter) ?? Date(inFeed: retryAfter).map { $0.timeIntervalSince(now) }
        return seconds.flatMap { $0 > 0 ? $0 : nil }
    }

    private static let usual: Double = 10 * 60
    private static let longest: Double = 7 * 24 * 3600
}

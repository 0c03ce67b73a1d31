import FeedParser
package import FoundationEssentials
package import Library

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

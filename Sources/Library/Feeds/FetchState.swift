package import FeedParser
package import FoundationEssentials

/// How fetching a feed has gone, and what the next request has to know.
package struct FetchState: Hashable, Sendable {
    package var etag: String?
    package var lastModified: String?
    /// What the last document hashed to.
    package var bodyHash: Int64?
    /// What the server was asked with when it sent that document, as a number: asked otherwise it may send another.
    package var askedWith: Int64?
    package var lastAttempt: Date?
    package var lastSuccess: Date?
    /// Why the last fetch failed, in words for the person; nil when it went well.
    package var lastError: String?
    /// What kind of failure that was; nil where a lede that did not keep it has noted the failure.
    package var failing: Failing?
    /// How many times in a row it failed, and since when.
    package var errorCount = 0
    package var failingSince: Date?
    /// When to ask again; nil where that is now, or never as the feed is gone.
    package var due: Due?
    /// How long the feed's server has told us to wait, be it for this feed or for all of its own.
    package var wait: ServerWait?
    /// The server has said that the feed is gone for good.
    package var isGone = false
    /// The address that the feed has moved to, once it was seen there often enough to say so in the urls file.
    package var movedTo: String?
    /// What the last document asked of those who fetch it.
    package var hints = ScheduleHints()
    package var rhythm: Rhythm?

    package var nextDue: Date? { due?.date }

    /// When there is reason to ask the next time, if that is ever: at once where nothing is known.
    package var nextRequest: Date? {
        isGone ? nil : max(due?.date ?? .distantPast, wait?.until ?? .distantPast)
    }

    /// Whether there is reason to ask now.
    package func isDue(at now: Date) -> Bool {
        guard let nextRequest else { return false }
        return nextRequest <= now || wasAskedInFuture(now)
    }

    /// Why the feed is not to be asked now, however much the person would like to know.
    package func holdUp(at now: Date) -> HoldUp? {
        if isGone { return .gone }
        guard let wait, wait.until > now, !wasAskedInFuture(now) else { return nil }
        return .toldToWait(wait)
    }

    /// Whether the clock has been set back since, so that nothing that was planned then means anything now.
    private func wasAskedInFuture(_ now: Date) -> Bool { lastAttempt.map { $0 > now + 3600 } ?? false }
}

/// What keeps a feed from being asked, whatever its schedule.
package enum HoldUp: Equatable, Sendable {
    case gone
    case toldToWait(ServerWait)
}

/// Until when a server wants to be left alone, said by an answer of this status.
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
        case .gone: "the server says that it is gone for good"
        case .toldToWait(let wait): wait.description
        }
    }
}

extension ServerWait: CustomStringConvertible {
    package var description: String {
        switch status {
        case 429: "the server has had too many requests and told us to wait"
        case 503: "the server is overloaded or being worked on and told us to wait"
        default: "the server told us to wait"
        }
    }
}

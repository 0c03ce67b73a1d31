package import FoundationEssentials

/// How fetching a feed has gone.
package struct FetchState: Hashable, Sendable {
    package var lastAttempt: Date?
    package var lastSuccess: Date?
    /// Why the last fetch failed, in words for the person; nil when it went well.
    package var lastError: String?
    /// What kind of failure that was; nil where a lede that did not keep it has noted the failure.
    package var failing: Failing?
    /// How many times in a row it failed, and since when.
    package var errorCount = 0
    package var failingSince: Date?
    /// How long the feed's server has told us to wait, be it for this feed or for all of its own.
    package var wait: ServerWait?
    /// The server has said that the feed is gone for good.
    package var isGone = false
    /// The address that the feed has moved to, once it was seen there often enough to say so in the urls file.
    package var movedTo: String?

    /// When there is reason to ask a feed that is due then, if that is ever: at once where nothing is known.
    package func nextRequest(_ due: Due?) -> Date? {
        isGone ? nil : max(due?.date ?? .distantPast, wait?.until ?? .distantPast)
    }

    /// Whether there is reason to ask now.
    package func isDue(_ due: Due?, at now: Date) -> Bool {
        guard let nextRequest = nextRequest(due) else { return false }
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

package import FoundationEssentials

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

    /// Whether it is due now.
    package func isDue(_ due: Date?, at now: Date) -> Bool {
        guard let nextRequest = nextRequest(due) else { return false }
        return nextRequest <= now || wasAskedInFuture(now)
    }

    /// Why the feed can't be fetched now, even if the user wants it.
    package func holdUp(at now: Date) -> HoldUp? {
        if isGone { return .gone }
        guard let wait, wait.until > now, !wasAskedInFuture(now) else { return nil }
        return .toldToWait(wait)
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

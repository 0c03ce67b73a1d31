import Library

/// How a feed is doing, as the list of feeds shows it.
package enum FeedCondition: Equatable, Sendable {
    case fine
    case fetching
    /// Until when its server wants to be left alone, as a time of the clock.
    case waiting(until: String)
    case gone
    /// Only fetched when it is named.
    case paused
    /// Why the last fetch failed, in full and in a word or two.
    case failed(String, brief: String)
}

extension Failing {
    /// For a row that has no room for the reason.
    var briefWords: String {
        switch self {
        case .network: "unreachable"
        case .server: "server error"
        case .refused: "refused"
        case .missing: "not found"
        case .denied: "no access"
        case .untrusted: "not trusted"
        case .tooMany: "rate limited"
        case .gone: "gone"
        case .document: "invalid"
        case .page: "a web page"
        case .noFeed: "no feed"
        case .local: "unreadable"
        }
    }
}

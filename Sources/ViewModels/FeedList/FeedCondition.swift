import Library

/// The state of a feed, as the list of feeds shows it.
package enum FeedCondition: Equatable, Sendable {
    case fine
    case fetching
    /// The server asked lede to wait until this time of day.
    case waiting(until: String)
    case gone
    /// Fetched only if the user names it.
    case paused
    /// Why the last fetch failed, in full and in a word or two.
    case failed(String, brief: String)
}

extension Failing {
    /// The reason for rows without room for all of it.
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

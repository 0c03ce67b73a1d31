/// The cause of a feed's failure, with what follows from it. The library stores its name.
package enum Failing: String, CaseIterable, Sendable {
    /// No answer: the network, the server or the way to it may be at fault.
    case network
    /// The server has an error.
    case server
    /// The server refused.
    case refused
    /// Nothing is at the URL.
    case missing
    /// The server wants credentials, or doesn't accept them.
    case denied
    /// The server can't be trusted.
    case untrusted
    /// The server had too many requests.
    case tooMany
    /// The server says that the feed is gone for good.
    case gone
    /// A feed that can't be read.
    case document
    /// A web page that names its feeds.
    case page
    /// Something that isn't a feed.
    case noFeed
    /// A file or command on this machine failed.
    case local
}

extension Failing {
    /// The cause in a word or two, for rows without room for the whole reason.
    package var briefWords: String {
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
    /// Whether it usually clears up without anybody's help.
    package var clearsUp: Bool { [.network, .server, .tooMany].contains(self) }

    /// How long the feed waits; nil if it isn't fetched any more.
    package var backOff: FailureBackOff? {
        switch self {
        // Failed lookups and connections usually clear up on their own.
        case .network: FailureBackOff(minutes: 15, hours: 6)
        case .server, .local: FailureBackOff(minutes: 30, hours: 24)
        case .tooMany: FailureBackOff(minutes: 60, hours: 24)
        // Only the site's owner or the user can fix these.
        case .refused, .missing, .denied, .untrusted, .document, .page, .noFeed: FailureBackOff(minutes: 60, hours: 72)
        case .gone: nil
        }
    }
}

/// How long to wait after a failure: twice as long each time, up to a limit.
package struct FailureBackOff {
    private let first: Double
    private let longest: Double

    fileprivate init(minutes: Double, hours: Double) {
        first = minutes * 60
        longest = hours * 3600
    }

    /// The seconds after this many failures in a row.
    package func wait(_ count: Int) -> Double {
        // More doublings would exceed every limit.
        let doublings = min(max(count, 1) - 1, 20)
        return min(first * Double(1 << doublings), longest)
    }
}

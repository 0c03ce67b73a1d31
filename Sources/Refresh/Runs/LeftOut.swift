/// The reason why a refresh skipped a feed. It isn't a failure, and the feed stays due.
package enum LeftOut: Equatable, Sendable {
    /// The feed's server asked lede to wait; the words are for the user.
    case toldToWait(String)
    /// The server says that the feed is gone.
    case gone
    /// The user paused the feed.
    case paused
    /// Another process is fetching it, or has just fetched it.
    case anotherLede
}

extension LeftOut: CustomStringConvertible {
    package var description: String {
        switch self {
        case .toldToWait(let reason): reason
        case .gone: "its server said it's gone for good"
        case .paused: "it's paused in the urls file"
        case .anotherLede: "another lede is fetching it"
        }
    }
}

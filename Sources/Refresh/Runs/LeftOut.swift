/// Why a feed that was to be refreshed wasn't asked for. It is no failure, and the feed stays due.
package enum LeftOut: Equatable, Sendable {
    /// The feed's server wants no questions for now, in words for the person.
    case toldToWait(String)
    /// The server said that the feed is gone for good.
    case gone
    /// The person wants it left alone.
    case paused
    /// Another process fetches it at this moment, or has just done so.
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

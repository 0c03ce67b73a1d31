package import Library

/// A feed or a saved search, or a tag: what one can rename in the list of feeds.
package enum FeedOrQuery: Equatable, Sendable {
    case feed(FeedID)
    case query(String)
    case tag(String)
}

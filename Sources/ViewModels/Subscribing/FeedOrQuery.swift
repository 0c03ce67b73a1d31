package import Library

/// A feed or a saved search: a line of the urls file.
package enum FeedOrQuery: Equatable, Sendable {
    case feed(FeedID)
    case query(String)
}

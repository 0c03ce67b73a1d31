package import Library

/// What stands in a line of the urls file.
package enum FeedOrQuery: Equatable, Sendable {
    case feed(FeedID)
    case query(String)
}

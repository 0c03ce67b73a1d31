import Library

/// The feeds' names on the screen. They are computed when the first one is needed, which the first list of feeds
/// doesn't.
@MainActor final class FeedNames {
    private let feeds: [Feed]
    private lazy var names = Dictionary(feeds.map { ($0.id, $0.displayName) }) { first, _ in first }

    nonisolated init(of feeds: [Feed]) { self.feeds = feeds }

    subscript(feed: FeedID) -> String? { names[feed] }
}

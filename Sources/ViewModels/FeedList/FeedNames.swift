import Library

/// What feeds are called on the screen, found out when somebody asks for the first of them: the first list of feeds does not.
@MainActor final class FeedNames {
    private let feeds: [Feed]
    private lazy var names = Dictionary(feeds.map { ($0.id, $0.displayName) }) { first, _ in first }

    nonisolated init(of feeds: [Feed]) { self.feeds = feeds }

    subscript(feed: FeedID) -> String? { names[feed] }
}

import Library

/// The progress of a refresh, and its results so far.
package struct RefreshProgress: Equatable, Sendable {
    /// The number of its feeds, and of the finished ones.
    package var total = 0
    package var done = 0
    /// The number of new items that lists over all feeds show as unread.
    package var newItems = 0
    package var feedsWithNews = 0
    package var failed = 0
    package var leftOut = 0
    /// The number of paused feeds, which the user knows about.
    package var paused = 0
    /// The bytes of all documents that have come.
    package var bytes = 0
    /// Whether a server answered.
    package var hasReached = false
    /// Whether several servers were asked, and none answered.
    package var isNowhere = false
    /// The titles of some running feeds, the longest-running first.
    package var current: [String] = []

    package init(total: Int = 0) {
        self.total = total
    }

    mutating func count(_ outcome: FeedOutcome) {
        done += 1
        switch outcome {
        case .fetched(.document(let stored)) where stored.news.listed > 0:
            newItems += stored.news.listed
            feedsWithNews += 1
        case .fetched(.failed): failed += 1
        case .fetched: break
        case .leftOut(.paused): paused += 1
        case .leftOut: leftOut += 1
        }
    }
}

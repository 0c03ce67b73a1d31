import Library

/// How far a refresh has got, and what it has brought so far.
package struct RefreshProgress: Equatable, Sendable {
    /// How many feeds it is for, and how many of those are dealt with.
    package var total = 0
    package var done = 0
    /// How many new items lists over all feeds show as unread.
    package var newItems = 0
    package var feedsWithNews = 0
    package var failed = 0
    package var leftOut = 0
    /// How many the person wants left alone, which is no news to them.
    package var paused = 0
    /// The bytes of the documents that have come.
    package var bytes = 0
    /// What some of the feeds are called that are being fetched, those first that have taken longest.
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

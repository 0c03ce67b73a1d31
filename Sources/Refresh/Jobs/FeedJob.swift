import Library
import Signals

/// A feed to fetch, and the refreshes that wait for it.
struct FeedJob: Sendable {
    enum Stage: Sendable {
        case waiting
        /// With the handle that cancels the fetch, which comes a moment later.
        case asked((any Disposable)?)
        /// The answer has come. It is parsed and stored even if nobody waits for it any more.
        case answered
    }

    let feed: Feed
    let details: FeedDetails
    let host: FeedHost?
    /// Empty if all refreshes that waited for it were stopped.
    var runs: [RefreshRun]
    var stage = Stage.waiting

    init(_ feed: Feed, _ details: FeedDetails, for run: RefreshRun) {
        self.feed = feed
        self.details = details
        self.host = FeedHost(of: feed.url)
        runs = [run]
    }

    var isWaiting: Bool { if case .waiting = stage { true } else { false } }

    var isAnswered: Bool { if case .answered = stage { true } else { false } }

    /// The handle that cancels the fetch, while there is one.
    var asking: (any Disposable)? { if case .asked(let asking) = stage { asking } else { nil } }
}

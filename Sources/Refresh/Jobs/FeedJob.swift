import Library
import Signals

/// A feed that is to be fetched, and who waits for it.
struct FeedJob: Sendable {
    enum Stage: Sendable {
        case waiting
        /// With what stops the asking, which is there a moment later.
        case asked((any Disposable)?)
        /// There is an answer, which is parsed and stored whoever still waits for it.
        case answered
    }

    let feed: Feed
    let details: FeedDetails
    let host: FeedHost?
    /// None where all that waited for it were stopped.
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

    /// What stops the asking, while there is something to stop.
    var asking: (any Disposable)? { if case .asked(let asking) = stage { asking } else { nil } }
}

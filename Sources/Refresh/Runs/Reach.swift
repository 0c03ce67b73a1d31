import Library

/// Whether a refresh has reached any server. Where it has reached none, of several, that is no fault of the feeds.
struct Reach: Sendable {
    private var hasReached = false
    private var hosts: Set<FeedHost> = []
    private var feeds: [FeedID] = []

    mutating func note(_ fetched: Fetched, of host: FeedHost) {
        guard fetched.outcome.failing == .network else { return hasReached = true }
        hosts.insert(host)
        feeds.append(fetched.feed)
    }

    /// The feeds that failed for want of a network.
    var unreached: [FeedID] { hasReached || hosts.count < 2 ? [] : feeds }
}

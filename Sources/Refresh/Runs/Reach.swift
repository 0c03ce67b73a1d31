import Library

/// Whether a refresh has reached any server. If it reached none of several, the feeds aren't at fault.
struct Reach: Sendable {
    private var hasReached = false
    private var hosts: Set<FeedHost> = []
    private var feeds: [FeedID] = []

    mutating func record(_ fetched: Fetched, of host: FeedHost) {
        guard fetched.outcome.failing == .network else { return hasReached = true }
        hosts.insert(host)
        feeds.append(fetched.feed)
    }

    /// The feeds that failed because there was no network.
    var unreached: [FeedID] { hasReached || hosts.count < 2 ? [] : feeds }
}

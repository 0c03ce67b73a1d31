import Library

/// Whether a refresh has reached any server. If it reached none of several, the feeds aren't at fault.
struct Reach: Sendable {
    private(set) var hasReached = false
    private var hosts: Set<FeedHost> = []
    private var feeds: [FeedID] = []

    mutating func record(_ fetched: Fetched, of host: FeedHost) {
        guard fetched.outcome.failing == .network else { return hasReached = true }
        hosts.insert(host)
        feeds.append(fetched.feed)
    }

    /// Whether it asked several servers, and none answered.
    var isNowhere: Bool { !hasReached && hosts.count >= 2 }

    /// The feeds that failed because there was no network.
    var unreached: [FeedID] { isNowhere ? feeds : [] }
}

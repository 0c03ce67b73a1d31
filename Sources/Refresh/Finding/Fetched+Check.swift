import Addresses
package import FoundationEssentials
package import Library

extension Fetched {
    /// The failure of a feed whose URL was checked before the user added it: the feed then fails like others.
    package init(
        failure reason: String, _ failing: Failing, of feed: FeedID, by settings: RefreshSettings, at now: Date
    ) {
        self.init(.failed(reason.withoutCredentials, failing), for: feed, at: now)
        due = Schedule(settings.intervals).due(
            after: now, failing, count: 1, wait: nil, chance: .random(in: 0..<1))
    }
}

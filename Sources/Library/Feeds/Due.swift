package import FoundationEssentials

/// When a feed is due, and why then.
package struct Due: Hashable, Sendable {
    package enum Reason: String, Sendable {
        /// The user's own interval for the feed.
        case person
        /// The server said how long its answer holds (Cache-Control, Expires).
        case server
        /// The document said how long it holds, or how often it changes (ttl, sy:).
        case feed
        /// How often the feed publishes.
        case rhythm
        /// Nothing is known.
        case usual
        /// The user's limits.
        case shortest, longest
        /// The document excludes hours or days (skipHours, skipDays).
        case skipped
        case toldToWait = "told_to_wait"
        /// The feed fails: the more often in a row, the longer it waits.
        case failing
        /// No server could be reached.
        case network
    }

    package let date: Date
    package let reason: Reason
    /// The interval that the reason requires, in seconds.
    package let after: Int

    package init(_ date: Date, _ reason: Reason, after seconds: Int) {
        self.date = date
        self.reason = reason
        self.after = seconds
    }
}

extension Due: CustomStringConvertible {
    /// Why, to follow a time and a colon: “at 14:10: the server says to wait an hour”.
    package var description: String {
        let span = TimeSpan(seconds: after)
        return switch reason {
        case .person: "every \(span.afterEvery), as you set it"
        case .server: "the server says to wait \(span)"
        case .feed: "the feed says to wait \(span)"
        case .rhythm: "every \(span.afterEvery), going by how often it publishes"
        case .usual: "every \(span.afterEvery) (the default)"
        case .shortest: "at most every \(span.afterEvery)"
        case .longest: "at least every \(span.afterEvery)"
        case .skipped: "the feed says it publishes nothing earlier"
        case .toldToWait: "the server asked lede to wait for \(span)"
        case .failing: "it failed, so lede waits for \(span)"
        case .network: "lede couldn't reach any server"
        }
    }
}

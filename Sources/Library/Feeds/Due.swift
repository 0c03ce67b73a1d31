package import FoundationEssentials

/// When a feed is asked again, and why not sooner.
package struct Due: Hashable, Sendable {
    package enum Reason: String, Sendable {
        /// The person has said how often to ask this feed.
        case person
        /// The server has said how long its answer holds (Cache-Control, Expires).
        case server
        /// The document has said how long it holds, or how often it changes (ttl, sy:).
        case feed
        /// So often it brings something.
        case rhythm
        /// Nothing is known of it.
        case usual
        /// The person's bounds.
        case shortest, longest
        /// Nothing comes in hours or days that the document names (skipHours, skipDays).
        case skipped
        case toldToWait = "told_to_wait"
        /// It failed, the more often in a row the longer it is left alone.
        case failing
        /// No server at all could be reached.
        case network
    }

    package let date: Date
    package let reason: Reason
    /// What the reason asked for, in seconds.
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
        case .rhythm: "every \(span.afterEvery), as often as it publishes"
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

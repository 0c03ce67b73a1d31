package import Library

/// What a refresh tells as it goes.
package enum RefreshEvent: Equatable, Sendable {
    case began(FeedID)
    case finished(FeedID, FeedOutcome)
}

/// What fetching one feed came to.
package enum FeedOutcome: Equatable, Sendable {
    case stored(Stored)
    case unchanged
    /// Why there is nothing, in words for the person.
    case failed(String)
}

package import Library

/// What a refresh tells as it goes.
package enum RefreshEvent: Equatable, Sendable {
    case began(FeedID)
    case finished(FeedID, FeedOutcome)
    /// How far it has got: at its start, some times a second where that changes, and at its end.
    case progress(RefreshProgress)
}

/// What asking for one feed came to.
package enum FeedOutcome: Equatable, Sendable {
    case stored(Stored)
    case unchanged
    /// Why there is nothing, in words for the person.
    case failed(String)
    case leftOut(LeftOut)
}

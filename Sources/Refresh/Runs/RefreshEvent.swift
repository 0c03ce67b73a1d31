package import Library

/// What a refresh tells as it goes.
package enum RefreshEvent: Equatable, Sendable {
    case began(FeedID)
    /// Something about a feed that is no failure, before it is finished.
    case noted(FeedID, FeedNote)
    case finished(FeedID, FeedOutcome)
    /// How far it has got: at its start, some times a second where that changes, and at its end.
    case progress(RefreshProgress)
}

/// What the user should know of a feed that was fetched.
package enum FeedNote: Equatable, Sendable {
    /// Its address is secure, and a redirect leads to one that isn't.
    case laidOpen
}

extension FeedNote: CustomStringConvertible {
    package var description: String {
        switch self {
        case .laidOpen: "the server redirects from https to http, so anyone on the way can read and change the feed"
        }
    }
}

/// What a refresh came to for one feed.
package enum FeedOutcome: Equatable, Sendable {
    case fetched(FetchOutcome<Stored>)
    case leftOut(LeftOut)
}

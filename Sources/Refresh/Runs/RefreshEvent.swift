package import Library

/// An event of a refresh.
package enum RefreshEvent: Equatable, Sendable {
    case began(FeedID)
    /// A note on a feed that isn't a failure, before it is finished.
    case noted(FeedID, FeedNote)
    case finished(FeedID, FeedOutcome)
    /// The progress: at the start, several times a second if it changes, and at the end.
    case progress(RefreshProgress)
}

/// A note for the user on a fetched feed.
package enum FeedNote: Equatable, Sendable {
    /// Its URL is secure, and a redirect leads to one that isn't.
    case laidOpen
}

extension FeedNote: CustomStringConvertible {
    package var description: String {
        switch self {
        case .laidOpen: "the server redirects from https to http, so anyone on the way can read and change the feed"
        }
    }
}

/// The result of a refresh for one feed.
package enum FeedOutcome: Equatable, Sendable {
    case fetched(FetchOutcome<Stored>)
    case leftOut(LeftOut)
}

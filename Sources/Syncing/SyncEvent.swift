package import FeedServers
package import FoundationEssentials
package import Library

/// What happens during a sync of several accounts.
package enum SyncEvent: Equatable, Sendable {
    case began(AccountKey)
    case progress(AccountKey, SyncCounts)
    case ended(AccountKey, SyncOutcome)
}

/// What a sync has done so far.
package struct SyncCounts: Equatable, Sendable {
    /// Marks that the server has got.
    package var sent = 0
    /// Items whose marks the server has changed.
    package var taken = 0
    package var newItems = 0
    /// Items that the server has passed on so far, and those that it was asked for, if that is known.
    package var received = 0
    package var expected: Int?
    package var addedFeeds = 0
    package var removedFeeds = 0
    /// Feeds that were added to a shared folder, or changed or removed in it.
    package var sharedFeeds = 0
    /// Files of a shared folder that are too large to be of lede, are left unread, and weren't known.
    package var hugeFiles = 0
    /// Feeds that left the server's list, too many at once to believe it.
    package var vanishing = 0
    /// Items and changes of subscriptions that the server refused.
    package var refused = 0

    package init() {}
}

package enum SyncOutcome: Equatable, Sendable {
    case done(SyncCounts)
    case failed(ServerFailure, SyncCounts)
    case failedHere(LibraryFailure, SyncCounts)
    case leftOut(Reason)

    /// Why an account wasn't synced, which isn't a failure.
    package enum Reason: Equatable, Sendable {
        /// The last sync failed, or the server asked to wait.
        case waiting(until: Date?, isToldToWait: Bool)
        case anotherLede
        case stopped
        /// The urls file doesn't name the account any more.
        case unknown
    }
}

extension SyncOutcome {
    package var counts: SyncCounts {
        switch self {
        case .done(let counts), .failed(_, let counts), .failedHere(_, let counts): counts
        case .leftOut: SyncCounts()
        }
    }

    /// Why it failed, in words; nil if it didn't.
    package var failure: String? {
        switch self {
        case .failed(let failure, _): failure.reason
        case .failedHere(let failure, _): failure.description
        case .done, .leftOut: nil
        }
    }
}

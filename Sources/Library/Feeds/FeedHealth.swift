package import FoundationEssentials

/// How a feed's fetches have gone, for `lede doctor`.
package struct FeedHealth: Equatable, Sendable {
    package let feed: Feed
    package let details: FeedDetails
    /// The last answer, and the size of the last document.
    package let figures: TransferFigures
    /// The last fetches with a document or a failure, latest first.
    package let history: [PastFetch]
}

/// A fetch with a document or a failure.
package struct PastFetch: Equatable, Sendable {
    package let date: Date
    /// The number of new items; nil if it failed.
    package let newItems: Int?
    package let figures: TransferFigures
}

package import FoundationEssentials

/// How a feed has fared, beyond what its lists need to know.
package struct FeedHealth: Equatable, Sendable {
    package let feed: Feed
    package let details: FeedDetails
    /// The last answer, and how long the last document was.
    package let figures: TransferFigures
    /// The last fetches that brought a document or failed, the latest first.
    package let history: [PastFetch]
}

/// A fetch that brought a document, or failed.
package struct PastFetch: Equatable, Sendable {
    package let date: Date
    /// How many items were new; nil where it failed.
    package let newItems: Int?
    package let figures: TransferFigures
}

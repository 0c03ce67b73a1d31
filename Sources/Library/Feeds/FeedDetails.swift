package import FeedParser
package import FoundationEssentials

/// What is known of a feed beyond what lists of feeds show: what it tells of itself, and what the next request has to know.
package struct FeedDetails: Equatable, Sendable {
    package var site: String?
    package var description: String?
    package var image: String?
    package var etag: String?
    package var lastModified: String?
    /// What the last document hashed to.
    package var bodyHash: Int64?
    /// What the server was asked with when it sent that document, as a number: asked otherwise it may send another.
    package var askedWith: Int64?
    /// When to ask again; nil where that is now, or never as the feed is gone.
    package var due: Due?
    /// What the last document asked of those who fetch it.
    package var hints = ScheduleHints()
    package var rhythm: Rhythm?
    /// When items of it were deleted last as it had brought more text than is kept.
    package var trimmed: Date?

    package init() {}
}

package import FeedParser
package import FoundationEssentials

/// What lists don't show of a feed: its own description, and what the next request needs.
package struct FeedDetails: Equatable, Sendable {
    package var site: String?
    package var description: String?
    package var image: String?
    package var etag: String?
    package var lastModified: String?
    /// The hash of the last document.
    package var bodyHash: Int64?
    /// A hash of the headers and credentials of that request: with others the server may send another document.
    package var askedWith: Int64?
    /// When to fetch it next; nil if it is due already, or gone.
    package var due: Due?
    /// What the last document says about when to fetch it.
    package var hints = ScheduleHints()
    package var rhythm: Rhythm?
    /// When items of it were last deleted because it exceeded its quota of text.
    package var trimmed: Date?

    package init() {}
}

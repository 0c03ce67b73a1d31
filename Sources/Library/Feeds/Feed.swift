package import FoundationEssentials

/// A subscription: what the library knows of one feed.
package struct Feed: Equatable, Identifiable, Sendable {
    package let id: FeedID
    package let url: String
    /// What the feed calls itself; nil until it was fetched once.
    package let title: String?
    package let site: String?
    package let unread: Int
    package let total: Int
    /// The newest item that counts had when they were read: what a mark-all of this feed may touch.
    package let newestItem: ItemID?
    package let etag: String?
    package let lastModified: String?
    package let lastSuccess: Date?
    /// Why the last fetch failed, in words for the person; nil when it went well.
    package let lastError: String?

    /// What to call the feed on the screen.
    package var name: String { title ?? url }
}

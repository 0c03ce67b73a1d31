package import FoundationEssentials

/// A subscription: what the library knows of one feed.
package struct Feed: Hashable, Identifiable, Sendable {
    package let id: FeedID
    package let url: String
    /// What the person calls it.
    package let ownTitle: String?
    /// What the feed calls itself; nil until it was fetched once.
    package let title: String?
    package let site: String?
    package let description: String?
    package let image: String?
    /// In the order of the alphabet.
    package let tags: [String]
    /// The path of its group in the urls file.
    package let folder: String?
    /// Whether lists of feeds leave it out: its items are listed as all others.
    package let isHidden: Bool
    package var unread: Int
    package var total: Int
    /// The newest item that counts had when they were read: what a mark-all of this feed may touch.
    package let newestItem: ItemID?
    package let fetching: FetchState

    /// What to call the feed on the screen.
    package var name: String { ownTitle ?? title ?? url }
}

extension Feed {
    package var etag: String? { fetching.etag }
    package var lastModified: String? { fetching.lastModified }
    package var lastSuccess: Date? { fetching.lastSuccess }
    package var lastError: String? { fetching.lastError }
}

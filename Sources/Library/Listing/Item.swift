package import FoundationEssentials

/// An item as lists show it: everything but its text.
package struct Item: Equatable, Identifiable, Sendable {
    package let id: ItemID
    package let feed: FeedID
    package let title: String
    package let link: String?
    package let author: String?
    /// When the feed says it was published; when it was first seen where the feed says nothing or a time to come.
    package let date: Date
    package var isRead: Bool
    package var isStarred: Bool
}

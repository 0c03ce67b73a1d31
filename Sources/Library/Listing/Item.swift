package import FoundationEssentials

/// An item as lists show it: everything except its text.
package struct Item: Equatable, Identifiable, Sendable {
    package let id: ItemID
    package let feed: FeedID
    package let title: String
    package let link: String?
    package let author: String?
    /// The feed's date; when the item was first seen if the feed has no date or a future one.
    package let date: Date
    package var isRead: Bool
    package var isStarred: Bool
    /// Whether the library has the article of its web page.
    package var hasPage = false
}

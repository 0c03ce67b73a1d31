package import FeedParser

/// An item with its marks, as the server has it.
package struct ServerItem: Equatable, Sendable {
    package var id: ServerItemID
    package var feed: ServerFeedID
    package var item: ParsedItem
    package var isRead: Bool
    package var isStarred: Bool

    package init(id: ServerItemID, feed: ServerFeedID, item: ParsedItem, isRead: Bool, isStarred: Bool) {
        self.id = id
        self.feed = feed
        self.item = item
        self.isRead = isRead
        self.isStarred = isStarred
    }
}

package import FeedParser

/// A feed of another reader, without validators: other readers keep less of a document than lede, so the first refresh
/// must fetch all of it.
package struct ForeignFeed: Equatable, Sendable {
    package var url: String
    package var title: String?
    package var site: String?
    /// Whether the user is subscribed to it: otherwise its items stay hidden until they are.
    package var isSubscribed: Bool

    package init(
        url: String, title: String? = nil, site: String? = nil, isSubscribed: Bool = true
    ) {
        self.url = url
        self.title = title
        self.site = site
        self.isSubscribed = isSubscribed
    }
}

/// An item of another reader, with the user's marks on it there.
package struct ForeignItem: Equatable, Sendable {
    /// The URL of its feed.
    package var feed: String
    package var item: ParsedItem
    package var isRead: Bool
    package var isStarred: Bool
    package var isDeleted: Bool
    package var tags: [String]

    package init(
        feed: String, item: ParsedItem, isRead: Bool = false, isStarred: Bool = false, isDeleted: Bool = false,
        tags: [String] = []
    ) {
        self.feed = feed
        self.item = item
        self.isRead = isRead
        self.isStarred = isStarred
        self.isDeleted = isDeleted
        self.tags = tags
    }
}

/// Another reader's data, read in pieces, since all of it may not fit in memory.
package protocol ForeignStore<Failure>: Sendable {
    associatedtype Failure: Error

    mutating func feeds() throws(Failure) -> [ForeignFeed]
    /// The next items, in the order of arrival; empty at the end.
    mutating func nextItems() throws(Failure) -> [ForeignItem]
}

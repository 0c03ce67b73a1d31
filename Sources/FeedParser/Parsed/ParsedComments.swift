/// Where an item is discussed, and how much.
package struct ParsedComments: Equatable, Sendable {
    /// The page with the comments.
    package var link: String?
    /// A feed of the comments.
    package var feed: String?
    package var count: Int?

    package init(link: String? = nil, feed: String? = nil, count: Int? = nil) {
        self.link = link
        self.feed = feed
        self.count = count
    }
}

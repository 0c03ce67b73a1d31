/// What the urls file says of a feed.
package struct Subscription: Equatable, Sendable {
    package var url: String
    /// What the person calls it.
    package var ownTitle: String?
    package var tags: [String]
    /// The path of its group.
    package var folder: String?
    /// Whether lists of feeds leave it out.
    package var isHidden: Bool

    package init(
        _ url: String, ownTitle: String? = nil, tags: [String] = [], folder: String? = nil, isHidden: Bool = false
    ) {
        self.url = url
        self.ownTitle = ownTitle
        self.tags = tags
        self.folder = folder
        self.isHidden = isHidden
    }
}

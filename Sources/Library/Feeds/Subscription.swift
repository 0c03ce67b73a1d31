/// What the urls file says of a feed.
package struct Subscription: Equatable, Sendable {
    package var url: String
    /// What the person calls it.
    package var ownTitle: String?
    package var tags: [String]

    package init(_ url: String, ownTitle: String? = nil, tags: [String] = []) {
        self.url = url
        self.ownTitle = ownTitle
        self.tags = tags
    }
}

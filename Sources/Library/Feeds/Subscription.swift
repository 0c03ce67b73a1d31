/// A feed's entry in the urls file.
package struct Subscription: Equatable, Sendable {
    package var url: String
    /// The user's title for it.
    package var ownTitle: String?
    package var tags: [String]
    /// The path of its group.
    package var folder: String?
    /// Whether feed lists leave it out.
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

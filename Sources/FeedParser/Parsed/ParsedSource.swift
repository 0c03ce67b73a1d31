/// The feed that an item was taken from.
package struct ParsedSource: Equatable, Sendable {
    package var title: String?
    /// The URL of the feed or, if missing, of its page.
    package var link: String?

    package init(title: String? = nil, link: String? = nil) {
        self.title = title
        self.link = link
    }
}

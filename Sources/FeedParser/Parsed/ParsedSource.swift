/// The feed that an item was taken over from.
package struct ParsedSource: Equatable, Sendable {
    package var title: String?
    /// The address of the feed or, if that is not told, of its page.
    package var link: String?

    package init(title: String? = nil, link: String? = nil) {
        self.title = title
        self.link = link
    }
}

/// A feed that a page or a URL leads to, not yet fetched.
package struct DiscoveredFeed: Hashable, Sendable {
    /// Its web URL, without control characters or spaces.
    package var url: String
    /// The page's name for it, or a known one.
    package var title: String?
    /// The language given by the page.
    package var language: String?

    package init(url: String, title: String? = nil, language: String? = nil) {
        self.url = url
        self.title = title
        self.language = language
    }
}

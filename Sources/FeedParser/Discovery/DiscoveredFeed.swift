/// A feed that a page or an address leads to, before anybody has fetched it.
package struct DiscoveredFeed: Hashable, Sendable {
    /// Where it is: an address on the web, without control characters or spaces.
    package var url: String
    /// What the page calls it, or what we know it to be.
    package var title: String?
    /// The language that the page says it is in.
    package var language: String?

    package init(url: String, title: String? = nil, language: String? = nil) {
        self.url = url
        self.title = title
        self.language = language
    }
}

/// The failure for a well-formed XML document that isn't a feed.
enum ForeignRoot {
    static func failure(_ root: RootElement, in document: ArraySlice<UInt8>, at address: String?) -> ParseFailure {
        guard root.name == "html" else { return .notAFeed(description(of: root)) }
        return .notAFeed(
            HTMLPage(rootedIn: document).description, feeds: FeedDiscovery.feeds(inPage: document, at: address))
    }

    private static func description(of root: RootElement) -> String {
        switch root.name {
        case "opml": "an OPML list of feeds"
        case "urlset", "sitemapindex": "a sitemap"
        case "svg": "an SVG image"
        case let name where name.utf8.count > 100: "an XML document with an overlong name"
        case let name: "an XML document that begins with <\(name)>"
        }
    }
}

import Addresses

/// One kind of a site's pages, and where the feeds of such a page are.
struct Route: Sendable {
    private let page: PathPattern
    private let feeds: [(url: String, title: String)]

    /// From a pattern as `PathPattern` reads it to the addresses of feeds, each with a title.
    ///
    /// In both, `{name}` stands for what the pattern took under that name; an address that begins with a slash is on the
    /// page's host. A route to no feeds keeps the ones after it from taking the page.
    init(_ page: String, _ feeds: KeyValuePairs<String, String> = [:]) {
        self.page = PathPattern(page)
        self.feeds = feeds.map { (url: $0.key, title: $0.value) }
    }

    /// Nil if the address is not of such a page.
    func feeds(at address: SiteAddress, names: [String: String]) -> [DiscoveredFeed]? {
        guard let taken = page.match(address) else { return nil }
        let names = names.merging(taken) { _, new in new }
        return feeds.compactMap { feed in
            let url = Self.filled(feed.url, with: names)
            let absolute = url.hasPrefix("/") ? address.origin + url : url
            guard let found = WebURL(link: absolute, base: nil) else { return nil }
            return DiscoveredFeed(url: found.href, title: Self.filled(feed.title, with: names))
        }
    }

    private static func filled(_ template: String, with names: [String: String]) -> String {
        var text = ""
        var rest = template[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            text += rest[..<open]
            text += names[String(rest[rest.index(after: open)..<close])] ?? ""
            rest = rest[rest.index(after: close)...]
        }
        return text + rest
    }
}

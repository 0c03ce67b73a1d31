import Addresses

/// One kind of page on a site, and its feeds.
struct Route: Sendable {
    private let page: PathPattern
    private let feeds: [(url: String, title: String)]

    /// Creates a route from a pattern, as in `PathPattern`, to the URLs of feeds, each with a title.
    ///
    /// `{name}` in them is replaced by the matched part. A URL that begins with a slash is on the page's host. A route
    /// without feeds keeps later routes from matching the page.
    init(_ page: String, _ feeds: KeyValuePairs<String, String> = [:]) {
        self.page = PathPattern(page)
        self.feeds = feeds.map { (url: $0.key, title: $0.value) }
    }

    /// Returns nil if the URL isn't such a page's.
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

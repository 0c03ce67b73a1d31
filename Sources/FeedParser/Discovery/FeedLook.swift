import Addresses

/// Whether a URL looks like a feed's.
enum FeedLook {
    static func isFeed(_ href: String) -> Bool {
        guard let url = WebURL(href, base: Self.anyPage) else { return false }
        let segments = url.path.lowercased().split(separator: "/")
        guard !isShareButton(url) else { return false }
        if let last = segments.last, names.contains(String(last)) || endings.contains(where: last.hasSuffix) {
            return true
        }
        // WordPress has a feed in each format: "/feed/atom/".
        if segments.suffix(2).first == "feed", formats.contains(String(segments.last ?? "")) { return true }
        if segments.suffix(3) == ["feeds", "posts", "default"] { return true }
        let items = (url.query ?? "").lowercased().split(separator: "&")
        return items.contains { queryItems.contains(String($0)) }
    }

    // Services that have a feed's URL inside their own.
    private static func isShareButton(_ url: WebURL) -> Bool {
        (url.query ?? "").lowercased().contains("http")
    }

    /// The base doesn't matter for the look of a link.
    private static let anyPage = WebURL("https://a/")

    private static let names: Set<String> = [
        "feed", "feeds", "rss", "atom", "rdf", "rss2", "feed.xml", "rss.xml", "atom.xml", "index.xml", "feeds.xml",
        "rss2.xml", "feed.json", "rss.php", "feed.php", "rss.aspx", "atom.aspx", "atom.php"
    ]
    private static let formats: Set<String> = ["atom", "json", "rdf", "rss", "rss2"]
    private static let endings = [".rss", ".atom", ".rdf"]
    private static let queryItems: Set<String> = [
        "feed=rss", "feed=rss2", "feed=atom", "feed=rdf", "feed=json", "format=rss", "format=atom", "format=feed",
        "output=rss", "output=atom", "type=rss", "alt=rss", "alt=atom"
    ]
}

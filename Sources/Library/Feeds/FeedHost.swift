import Addresses

/// The server of a feed. If it complains about too many requests, this applies to all of its feeds.
package struct FeedHost: Hashable, Sendable {
    /// In lower case, with the port unless it is the scheme's default: “example.org”, “example.org:8080”.
    package let name: String

    init(name: String) {
        self.name = name
    }

    /// Whether a link leads to the feed's own site: “www.example.org” and “blog.example.org” for “example.org”.
    static func isHome(of link: String, _ feed: String) -> Bool {
        guard let link = WebURL(link)?.host, let feed = WebURL(FilterAddress(feed)?.address ?? feed[...])?.host else {
            return false
        }
        let names = [link, feed].map { $0.hasPrefix("www.") ? $0.dropFirst(4) : $0 }
        return names[0] == names[1] || names[0].hasSuffix("." + names[1]) || names[1].hasSuffix("." + names[0])
    }

    /// Nil if no server is asked: for a file or a command.
    package init?(of url: String) {
        guard let origin = WebURL(FilterAddress(url)?.address ?? url[...])?.origin else { return nil }
        name = origin.hostAndPort
    }
}

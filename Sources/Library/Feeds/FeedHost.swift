import Addresses

/// The server of a feed. If it complains about too many requests, this applies to all of its feeds.
package struct FeedHost: Hashable, Sendable {
    /// In lower case, with the port unless it is the scheme's default: “example.org”, “example.org:8080”.
    package let name: String

    init(name: String) {
        self.name = name
    }

    /// Whether two URLs, which may be of feeds, lead to one host, not counting “www.”, and there to one user's pages. A
    /// subdomain may be anybody's.
    static func areOnOneSite(_ one: String, _ other: String) -> Bool {
        let urls = [one, other].compactMap { WebURL(FilterAddress($0)?.address ?? $0[...]) }
        let sites = urls.compactMap { url in url.host.map { ($0.withoutWWW, url.user) } }
        return sites.count == 2 && sites[0] == sites[1]
    }

    /// Nil if no server is asked: for a file or a command.
    package init?(of url: String) {
        guard let origin = WebURL(FilterAddress(url)?.address ?? url[...])?.origin else { return nil }
        name = origin.hostAndPort
    }
}

extension WebURL {
    /// The user of a host with pages of many: “~ann” for “https://example.org/~ann/feed”.
    fileprivate var user: Substring? {
        path.split(separator: "/").first.flatMap { $0.hasPrefix("~") || $0.hasPrefix("@") ? $0 : nil }
    }
}

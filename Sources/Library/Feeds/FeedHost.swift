import Addresses

/// The server of a feed. If it complains about too many requests, this applies to all of its feeds.
package struct FeedHost: Hashable, Sendable {
    /// In lower case, with the port unless it is the scheme's default: “example.org”, “example.org:8080”.
    package let name: String

    init(name: String) {
        self.name = name
    }

    /// Whether two URLs, which may be of feeds, lead to one host, not counting “www.”. A subdomain may be anybody's.
    static func areOnOneSite(_ one: String, _ other: String) -> Bool {
        let hosts = [one, other].compactMap { WebURL(FilterAddress($0)?.address ?? $0[...])?.host }
        guard hosts.count == 2 else { return false }
        let names = hosts.map { $0.hasPrefix("www.") ? $0.dropFirst(4) : $0 }
        return names[0] == names[1]
    }

    /// Nil if no server is asked: for a file or a command.
    package init?(of url: String) {
        guard let origin = WebURL(FilterAddress(url)?.address ?? url[...])?.origin else { return nil }
        name = origin.hostAndPort
    }
}

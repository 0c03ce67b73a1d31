import Addresses

/// The server of a feed. If it complains about too many requests, this applies to all of its feeds.
package struct FeedHost: Hashable, Sendable {
    /// In lower case, with the port unless it is the scheme's default: “example.org”, “example.org:8080”.
    package let name: String

    init(name: String) {
        self.name = name
    }

    /// Nil if no server is asked: for a file or a command.
    package init?(of url: String) {
        guard let origin = WebURL(FilterAddress(url)?.address ?? url[...])?.origin else { return nil }
        name = origin.hostAndPort
    }
}

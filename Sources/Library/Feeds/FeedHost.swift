import Addresses

/// The server that a feed is asked of: what it says of too many requests holds for all its feeds.
package struct FeedHost: Hashable, Sendable {
    /// In lower case, with the port where that isn't the scheme's own: “example.org”, “example.org:8080”.
    package let name: String

    init(name: String) {
        self.name = name
    }

    /// Nil where an address is asked of no server: that of a file, or of a command.
    package init?(of url: String) {
        guard let origin = WebURL(FilterAddress(url)?.address ?? url[...])?.origin else { return nil }
        name = origin.hostAndPort
    }
}

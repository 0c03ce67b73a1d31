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
        var address = url[...]
        // “filter:COMMAND:ADDRESS”.
        if address.hasPrefix("filter:") {
            let parts = address.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3 else { return nil }
            address = parts[2]
        }
        guard let origin = WebURL(address)?.origin else { return nil }
        name = origin.hostAndPort
    }
}

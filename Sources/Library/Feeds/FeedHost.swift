/// The server that a feed is asked of: what it says of too many requests holds for all its feeds.
package struct FeedHost: Hashable, Sendable {
    /// In lower case, with the port where that isn't the scheme's own: “example.org”, “example.org:8080”.
    package let name: String

    init(name: String) {
        self.name = name
    }

    /// Nil where an address is asked of no server: that of a file, or of a command.
    package init?(of url: String) {
        var rest = url[...]
        // “filter:COMMAND:ADDRESS”.
        if rest.hasPrefix("filter:") {
            let parts = rest.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3 else { return nil }
            rest = parts[2]
        }
        guard let scheme = Scheme.allCases.first(where: { rest.lowercased().hasPrefix($0.rawValue) }) else {
            return nil
        }
        rest = rest.dropFirst(scheme.rawValue.count).prefix { !"/?#\\".contains($0) }
        if let sign = rest.lastIndex(of: "@") { rest = rest[rest.index(after: sign)...] }
        var name = rest.lowercased()
        if name.hasSuffix(scheme.port) { name.removeLast(scheme.port.count) }
        guard !name.isEmpty else { return nil }
        self.name = name
    }

    private enum Scheme: String, CaseIterable {
        case http = "http://"
        case https = "https://"

        /// What need not be said.
        var port: String { self == .http ? ":80" : ":443" }
    }
}

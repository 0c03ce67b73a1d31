/// A folder of feeds, which may be inside another: `code/swift`.
package struct FeedGroup: Hashable, Sendable {
    /// The names from the outermost one on; never empty.
    package let names: [String]

    /// Deeper than anybody nests, and shallow enough for every screen.
    package static let deepest = 8

    /// Nil if there is no name, or if it is nested too deeply.
    package init?(_ names: [String]) {
        let names = names.map(\.trimmed).filter { !$0.isEmpty }
        guard !names.isEmpty, names.count <= Self.deepest else { return nil }
        self.names = names
    }

    package init?(path: String) {
        self.init(path.split(separator: "/").map(String.init))
    }

    package var path: String { names.joined(separator: "/") }

    /// The tags that find the group. Searching a group includes the groups inside it: `code` and `code/swift`.
    package var tags: [String] { names.indices.map { names[...$0].joined(separator: "/") } }
}

/// A folder of feeds, which may lie in another: `code/swift`.
package struct FeedGroup: Hashable, Sendable {
    /// From the outermost on; never empty.
    package let names: [String]

    /// Deeper than anybody nests, and shallow enough for every screen.
    package static let deepest = 8

    /// Nil where there is no name, or where it lies too deep.
    package init?(_ names: [String]) {
        let names = names.map(\.trimmed).filter { !$0.isEmpty }
        guard !names.isEmpty, names.count <= Self.deepest else { return nil }
        self.names = names
    }

    package init?(path: String) {
        self.init(path.split(separator: "/").map(String.init))
    }

    package var path: String { names.joined(separator: "/") }

    /// Who asks for a group finds what lies in the groups within it, too: `code` and `code/swift`.
    package var tags: [String] { names.indices.map { names[...$0].joined(separator: "/") } }
}

/// A feed from another reader's list, for the urls file.
package struct MovedFeed: Equatable, Sendable {
    package var url: String
    /// The user's own title.
    package var title: String?
    /// The feed's group.
    package var folder: String?
    /// The feed's own settings in the other reader's syntax, the most important last.
    package var settings: [String]

    package init(_ url: String, title: String? = nil, folder: String? = nil, settings: [String] = []) {
        self.url = url
        self.title = title
        self.folder = folder
        self.settings = settings
    }
}

/// Something that couldn't be imported, and why.
package struct LeftBehind: Equatable, Sendable, CustomStringConvertible {
    package let line: Int
    package let reason: String

    package var description: String { "line \(line): \(reason)" }
}

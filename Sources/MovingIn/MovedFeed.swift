/// A line of another reader's list of feeds, which becomes one of the urls file.
package struct MovedFeed: Equatable, Sendable {
    package var url: String
    /// What the person calls it.
    package var title: String?
    /// The group that it is in.
    package var folder: String?
    /// What is set for it alone, in the other reader's words: what counts most stands last.
    package var settings: [String]

    package init(_ url: String, title: String? = nil, folder: String? = nil, settings: [String] = []) {
        self.url = url
        self.title = title
        self.folder = folder
        self.settings = settings
    }
}

/// Something that could not be brought over, and why.
package struct LeftBehind: Equatable, Sendable, CustomStringConvertible {
    package let line: Int
    package let reason: String

    package var description: String { "line \(line): \(reason)" }
}

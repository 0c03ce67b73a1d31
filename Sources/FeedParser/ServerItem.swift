/// An item with its marks, as the server has it.
package struct ServerItem: Equatable, Sendable {
    package var id: ServerItemID
    package var feed: ServerFeedID
    package var item: ParsedItem
    package var isRead: Bool
    package var isStarred: Bool
    /// The names of its labels, perhaps with those of folders; nil if the server has no labels.
    package var labels: Set<String>?
    /// How far its files were played, if the server says so.
    package var positions: [EpisodePosition] = []

    package init(
        id: ServerItemID, feed: ServerFeedID, item: ParsedItem, isRead: Bool, isStarred: Bool,
        labels: Set<String>? = nil
    ) {
        self.id = id
        self.feed = feed
        self.item = item
        self.isRead = isRead
        self.isStarred = isStarred
        self.labels = labels
    }
}

/// The names of the labels that a server's items have, and of its folders, which no label can have.
package struct ServerLabels: Equatable, Sendable {
    package let areFolders: [String: Bool]

    /// Fails without folders: a server that has labels has some, so the list is broken.
    package init?(labels: [String], folders: [String]) {
        if folders.isEmpty { return nil }
        let labels = labels.filter { Self.isName($0) }.prefix(Self.most).map { ($0, false) }
        areFolders = Dictionary(folders.map { ($0, true) } + labels) { isFolder, _ in isFolder }
    }

    package var labels: [String] { areFolders.filter { !$0.value }.keys.sorted() }

    /// Whether a label can have this name: a visible line, which no server cuts or trims.
    package static func isName(_ text: String) -> Bool {
        let isLine = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        return (1...longest).contains(text.utf8.count) && isLine && text.first != " " && text.last != " "
    }

    /// The most bytes of a name, as FreshRSS has it, and the most labels that anybody needs.
    package static let (longest, most) = (190, 500)
}

/// An item's id on its server.
package enum ServerItemID: Hashable, Sendable {
    case number(Int64)
    case text(String)

    /// Reads a decimal number, or else takes the text.
    package init(_ text: String) {
        // Only a number that is written in the usual way can be written back.
        if let number = Int64(text), String(number) == text { self = .number(number) } else { self = .text(text) }
    }
}

extension ServerItemID: CustomStringConvertible {
    /// As `init` reads it.
    package var description: String {
        switch self {
        case .number(let number): String(number)
        case .text(let text): text
        }
    }
}

/// A feed's id on its server, as the server writes it.
package struct ServerFeedID: Hashable, Sendable {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }
}

/// A feed that the server has.
package struct ServerFeed: Equatable, Sendable {
    package var id: ServerFeedID
    package var url: String
    package var site: String?
    package var title: String?
    package var folders: [String]

    package init(id: ServerFeedID, url: String, site: String? = nil, title: String? = nil, folders: [String] = []) {
        self.id = id
        self.url = url
        self.site = site
        self.title = title
        self.folders = folders
    }
}

/// The ids in one of a server's lists.
package struct ServerList: Equatable, Sendable {
    package var ids: [ServerItemID]
    /// Whether the list is known to be whole: nothing that it lacks is in it.
    package var isComplete: Bool

    package init(_ ids: [ServerItemID] = [], isComplete: Bool) {
        self.ids = ids
        self.isComplete = isComplete
    }
}

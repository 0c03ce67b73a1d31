package import FeedParser
package import SQLite

/// An item's id on its server.
package enum RemoteID: Hashable, Sendable {
    case number(Int64)
    case text(String)
}

extension RemoteID: Bindable {
    package var sqliteValue: Value {
        switch self {
        case .number(let number): .integer(number)
        case .text(let text): .text(text)
        }
    }
}

extension Row {
    func remoteID(_ column: Column) -> RemoteID {
        if case .text(let text) = value(column) { .text(text) } else { .number(integer(column)) }
    }
}

/// A feed as its server has it.
package struct RemoteFeed: Equatable, Sendable {
    package var id: String
    package var url: String
    package var site: String?
    package var title: String?
    package var folders: [String]

    package init(id: String, url: String, site: String? = nil, title: String? = nil, folders: [String] = []) {
        self.id = id
        self.url = url
        self.site = site
        self.title = title
        self.folders = folders
    }
}

/// An item with its marks, as its server has it.
package struct RemoteItem: Sendable {
    package let id: RemoteID
    /// The feed's id on the server.
    package let feed: String
    package let item: ParsedItem
    package let isRead: Bool
    package let isStarred: Bool

    package init(id: RemoteID, feed: String, item: ParsedItem, isRead: Bool, isStarred: Bool) {
        self.id = id
        self.feed = feed
        self.item = item
        self.isRead = isRead
        self.isStarred = isStarred
    }

    package var marks: RemoteMarks { RemoteMarks(id, isRead: isRead, isStarred: isStarred) }
}

/// A server's list of unread or of starred items.
package struct RemoteList: Equatable, Sendable {
    package let ids: [RemoteID]
    /// Whether it has all such items.
    package let isComplete: Bool

    package init(_ ids: [RemoteID], isComplete: Bool) {
        self.ids = ids
        self.isComplete = isComplete
    }
}

/// The marks that a server says an item has; nil for what it doesn't say.
package struct RemoteMarks: Equatable, Sendable {
    package let id: RemoteID
    package let isRead: Bool?
    package let isStarred: Bool?

    package init(_ id: RemoteID, isRead: Bool? = nil, isStarred: Bool? = nil) {
        self.id = id
        self.isRead = isRead
        self.isStarred = isStarred
    }
}

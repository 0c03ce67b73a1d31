import FeedServers
import Library

// The library doesn't know the protocols, and has values of its own for what they say.
extension RemoteID {
    init(_ id: ServerItemID) {
        switch id {
        case .number(let number): self = .number(number)
        case .text(let text): self = .text(text)
        }
    }
}

extension ServerItemID {
    init(_ id: RemoteID) {
        switch id {
        case .number(let number): self = .number(number)
        case .text(let text): self = .text(text)
        }
    }
}

extension RemoteItem {
    init(_ item: ServerItem) {
        self.init(
            id: RemoteID(item.id), feed: item.feed.text, item: item.item, isRead: item.isRead,
            isStarred: item.isStarred)
    }
}

extension RemoteFeed {
    init(_ feed: ServerFeed) {
        self.init(id: feed.id.text, url: feed.url, site: feed.site, title: feed.title, folders: feed.folders)
    }
}

extension ServerMark {
    init(_ mark: RemoteMark) {
        switch mark {
        case .read: self = .read
        case .unread: self = .unread
        case .starred: self = .starred
        case .unstarred: self = .unstarred
        }
    }
}

extension RemoteList {
    init(_ list: ItemIDs) { self.init(list.ids.map { RemoteID($0) }, isComplete: list.isComplete) }
}

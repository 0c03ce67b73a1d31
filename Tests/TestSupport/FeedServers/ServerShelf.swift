/// What a double of a feed server has: the feeds and items of its only user, and the login.
package struct ServerShelf: Sendable {
    package struct Feed: Equatable, Sendable {
        package var number: Int
        package var url: String
        package var title: String
        package var folder: String?
        /// Whether no list of FreshRSS has the feed or its items, not even that of starred ones.
        package var isArchived = false

        package init(number: Int, url: String, title: String, folder: String? = nil) {
            (self.number, self.url, self.title, self.folder) = (number, url, title, folder)
        }
    }

    package struct Item: Equatable, Sendable {
        package var id: Int64
        package var feed: Int
        package var title: String
        package var content: String
        package var guid: String
        package var link: String
        package var isRead = false
        package var isStarred = false
        package var labels: Set<String> = []
        /// Its recording, and the second up to which that was played.
        package var file = "https://example.org/a.mp3"
        package var played = 0
        /// When the item came, in seconds since 1970.
        package var came: Int
        /// When anything of the item last changed.
        package var changed: Int
    }

    package struct EpisodeAction: Equatable, Sendable {
        package var podcast = "https://example.org/1"
        package var guid: String?
        package var position: Int
        package var total = -1
        /// In seconds since 1970.
        package var time: Int

        package init(position: Int, total: Int = -1, time: Int) {
            (self.position, self.total, self.time) = (position, total, time)
        }
    }

    package var user = "anna"
    package var password = "geheim & ö"
    /// The session that the last login began, and the token for changes in it.
    package var key = "anna/key1"
    package var token = "token1"
    package var logins = 0
    package var feeds: [Feed] = []
    /// Folders without a feed.
    package var emptyFolders: [String] = []
    /// The names of labels, also of those that no item has.
    package var labels: Set<String> = []
    /// In the order of their ids.
    package var items: [Item] = []
    /// What was played last, by the URL of the recording, as gpodder's protocol has it.
    package var actions: [String: EpisodeAction] = [:]
    /// The server's clock.
    package var now = 1_760_000_000

    package init() {}

    /// One feed for each folder, with the same number of items.
    package init(folders: [String?] = [nil], items count: Int) {
        for (index, folder) in folders.enumerated() {
            feeds.append(
                Feed(
                    number: index + 1, url: "https://example.org/\(index + 1)", title: "Feed \(index + 1)",
                    folder: folder))
            for _ in 0..<count { addItem(to: index + 1) }
        }
    }

    /// Adds an item with the next id.
    package mutating func addItem(to feed: Int, title: String? = nil) {
        now += 1
        let id = (items.last?.id ?? 1_716_300_000_000_000) + 1
        let number = items.count + 1
        items.append(
            Item(
                id: id, feed: feed, title: title ?? "Item \(number)", content: "<p>Text \(number)</p>",
                guid: "guid-\(number)", link: "https://example.org/\(feed)/\(number)", came: now, changed: now))
    }

    /// Gives all items of a feed new ids, as when it is removed and added again.
    package mutating func renewItems(of feed: Int) {
        let renewed = items.filter { $0.feed == feed }
        items.removeAll { $0.feed == feed }
        for var item in renewed {
            now += 1
            item.id = (items.last?.id ?? 1_716_300_000_000_000) + 1000
            (item.isRead, item.isStarred, item.came, item.changed) = (false, false, now, now)
            items.append(item)
        }
    }

    /// Changes an item if the server has it.
    package mutating func change(_ id: Int64, _ change: (inout Item) -> Void) {
        guard let index = index(of: id) else { return }
        now += 1
        change(&items[index])
        items[index].changed = now
    }

    func item(_ id: Int64) -> Item? { index(of: id).map { items[$0] } }

    private func index(of id: Int64) -> Int? {
        var (index, end) = (0, items.count)
        while index < end {
            let middle = (index + end) / 2
            if items[middle].id < id { index = middle + 1 } else { end = middle }
        }
        return index < items.count && items[index].id == id ? index : nil
    }

    /// All folders, beginning with the one for feeds that have none, where a server needs one.
    var folders: [String] {
        (["All"] + feeds.compactMap(\.folder) + emptyFolders).reduce(into: []) { folders, folder in
            if !folders.contains(folder) { folders.append(folder) }
        }
    }

    package var unread: [Int64] { items.filter { !$0.isRead }.map(\.id) }
    package var starred: [Int64] { items.filter(\.isStarred).map(\.id) }

    /// Ends the session: only a new login helps.
    package mutating func forgetKey() {
        key = "anna/key\(key.hashValue)"
        forgetToken()
    }

    package mutating func forgetToken() { token = "token\(token.hashValue)" }
}

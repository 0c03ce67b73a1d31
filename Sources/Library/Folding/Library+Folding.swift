import Addresses
import SQLite

extension Library {
    /// Whether lists of several feeds show an article that several feeds have once.
    package var foldsCopies: Bool {
        get throws(LibraryFailure) { try read { try $0.foldsCopies } }
    }

    /// Sets whether copies are folded, and applies it to everything stored. Marks stay.
    package func setFoldsCopies(_ isOn: Bool) throws(LibraryFailure) {
        try write { database in
            try database.set(.foldsCopies, to: isOn ? 1 : 0)
            try database.set(.foldedUpTo, to: 0)
            return ((), [])
        }
        try foldStored()
    }

    /// Sets the URLs of the feeds whose items are never folded, and applies that to stored items.
    package func setFoldsCopies(exceptIn urls: Set<String>) throws(LibraryFailure) {
        guard try !read({ try $0.feedsToTurn(exceptIn: urls) }).isEmpty else { return }
        try write { database in
            for feed in try database.feedsToTurn(exceptIn: urls) {
                try database.run("UPDATE feeds SET folds_copies = 1 - folds_copies WHERE id = ?", feed)
                try database.set(.foldedUpTo, to: 0)
            }
            return ((), [])
        }
        try foldStored()
    }

    /// Applies changed settings to stored items, in short transactions, so that nobody waits. It may be interrupted at
    /// any time, and continues when it is called again.
    package func foldStored() throws(LibraryFailure) {
        guard try read({ try $0.setting(.foldedUpTo) }) != nil else { return }
        var isDone = false
        while !isDone { isDone = try write { database in (try database.foldNext(500), []) } }
        try write { _ in ((), [.subscriptions]) }
    }
}

extension Database {
    var foldsCopies: Bool {
        get throws { try setting(.foldsCopies) != 0 }
    }

    /// The feeds whose setting differs from what these URLs require.
    fileprivate func feedsToTurn(exceptIn urls: Set<String>) throws -> [FeedID] {
        try all("SELECT id, url, folds_copies FROM feeds WHERE is_subscribed") { row in
            row.bool(2) == urls.contains(row.text(1)) ? FeedID(row.integer(0)) : nil
        }.compactMap { $0 }
    }

    func otherFeeds(of item: ItemID) throws -> [String] {
        try all(
            """
            SELECT coalesce(own_title, title), url
            FROM copies AS own CROSS JOIN copies AS other ON other.story = own.story AND other.item <> own.item
                JOIN states ON states.item = other.item JOIN feeds ON feeds.id = states.feed
            WHERE own.item = ? AND is_subscribed AND is_deleted = 0 ORDER BY other.item
            """, item
        ) { $0.optionalText(0) ?? $0.text(1).shownAddress }
    }

    /// Folds or unfolds some more items as the settings require; returns whether these were the last.
    fileprivate func foldNext(_ count: Int) throws -> Bool {
        guard let done = try setting(.foldedUpTo) else { return true }
        let isOn = try foldsCopies
        let items = try all(
            """
            SELECT items.id, items.feed, folds_copies, is_subscribed AND is_deleted = 0, story IS NOT NULL
            FROM items CROSS JOIN states ON states.item = items.id JOIN feeds ON feeds.id = items.feed
                LEFT JOIN copies ON copies.item = items.id
            WHERE items.id > ? ORDER BY items.id LIMIT ?
            """, done, count
        ) { ItemToFold($0) }
        if let last = items.last?.id.rawValue, last <= done { throw SQLiteError.impossibleRows }
        let finder = try CopyFinder(self)
        for item in items where item.canBeShown && item.folds && isOn && !item.isFolded {
            // A later item may have added it to a story meanwhile.
            if try story(of: item.id) == nil { _ = try join(item.id, of: item.feed, finder) }
        }
        try leaveStories(items.filter { $0.isFolded && !($0.folds && isOn) }.map(\.id))
        try set(.foldedUpTo, to: items.last?.id.rawValue)
        return items.isEmpty
    }

    /// Removes items from their stories, so that lists show them separately.
    func leaveStories(_ items: [ItemID]) throws {
        try unfold(items)
        for item in items {
            let alone = try first(
                """
                SELECT item, is_deleted = 0 AND is_subscribed, is_listed, is_read, is_starred
                FROM states JOIN feeds ON feeds.id = states.feed WHERE item = ?
                """, item
            ) { StoryItem($0) }
            if let alone { try list(alone, alone.canBeShown) }
        }
    }
}

private struct ItemToFold {
    let id: ItemID
    let feed: FeedID
    let folds: Bool
    let canBeShown: Bool
    let isFolded: Bool

    init(_ row: borrowing Row) {
        id = ItemID(row.integer(0))
        feed = FeedID(row.integer(1))
        folds = row.bool(2)
        canBeShown = row.bool(3)
        isFolded = row.bool(4)
    }
}

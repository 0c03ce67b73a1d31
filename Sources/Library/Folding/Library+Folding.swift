import Addresses
import SQLite

extension Library {
    /// Whether an article that several feeds have is shown once in lists over several feeds.
    package var foldsCopies: Bool {
        get throws(LibraryFailure) { try read { try $0.foldsCopies } }
    }

    /// Sets whether copies are folded, and applies it to everything stored. Marks stay as they are.
    package func setFoldsCopies(_ isOn: Bool) throws(LibraryFailure) {
        try write { database in
            try database.set(.foldsCopies, to: isOn ? 1 : 0)
            try database.set(.foldedUpTo, to: 0)
            return ((), [])
        }
        try foldStored()
    }

    /// Sets at which addresses the feeds are whose items are listed for themselves, whoever else has them, and applies
    /// that to what is stored.
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

    /// Goes through what is stored where a setting has changed since, in short transactions, so that nobody waits: it may
    /// be ended at any time, and goes on where it was when it is called again.
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

    /// The feeds for which something else is set than these addresses want.
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

    /// Folds and unfolds some items more as the settings want it, and tells whether these were the last.
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
            // An item after it may have taken it into a story meanwhile.
            if try story(of: item.id) == nil { _ = try join(item.id, of: item.feed, finder) }
        }
        try leaveStories(items.filter { $0.isFolded && !($0.folds && isOn) }.map(\.id))
        try set(.foldedUpTo, to: items.last?.id.rawValue)
        return items.isEmpty
    }

    /// Takes items out of their stories, to be listed on their own.
    private func leaveStories(_ items: [ItemID]) throws {
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

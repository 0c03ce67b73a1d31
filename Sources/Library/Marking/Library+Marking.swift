import SQLite

extension Library {
    /// Marks one item read or unread.
    package func mark(_ item: Item, read isRead: Bool) {
        let pending = pendingMarks.add(.item(item.id, isRead: isRead))
        writeSoon { database in
            try database.mark("item = ?", item.id, read: isRead)
        } finish: {
            self.pendingMarks.remove(pending)
        }
    }

    /// Marks what a listing holds as read, and nothing that came after it was filled.
    package func markAllRead(in listing: Listing) {
        let pending = pendingMarks.add(.listing(listing))
        writeSoon { database in
            try database.mark("feed = ? AND item <= ?", listing.feed, listing.newestItem, read: true)
        } finish: {
            self.pendingMarks.remove(pending)
        }
    }
}

extension Database {
    /// Marks the items of a condition, and keeps the counts.
    fileprivate func mark<each Parameter: Bindable>(
        _ condition: String, _ values: repeat each Parameter, read isRead: Bool
    ) throws -> [LibraryChange] {
        let change = isRead ? -1 : 1
        let toMark = "FROM states WHERE \(condition) AND is_deleted = 0 AND is_read = \(isRead ? 0 : 1)"
        let feeds = try all("SELECT feed, count(*), sum(is_listed) \(toMark) GROUP BY feed", repeat each values) {
            (id: FeedID($0.integer(0)), items: $0.int(1), listed: $0.int(2))
        }
        guard !feeds.isEmpty else { return [] }
        try run(
            "UPDATE states SET is_read = \(isRead ? 1 : 0) WHERE item IN (SELECT item \(toMark))", repeat each values)
        for feed in feeds {
            try run("UPDATE feeds SET unread = unread + ? WHERE id = ?", change * feed.items, feed.id)
        }
        try run("UPDATE totals SET unread = unread + ?", feeds.reduce(0) { $0 + change * $1.listed })
        return feeds.map { .feed($0.id) }
    }
}

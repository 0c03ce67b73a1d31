import SQLite

extension Library {
    /// Marks one item read or unread.
    package func mark(_ item: Item, read isRead: Bool) {
        let pending = pendingMarks.add(.item(item.id, isRead: isRead))
        writeSoon { database in
            let marked = try database.run(
                "UPDATE items SET is_read = ? WHERE id = ? AND is_read <> ?", isRead, item.id, isRead)
            try database.run("UPDATE feeds SET unread = unread + ? WHERE id = ?", isRead ? -marked : marked, item.feed)
            return marked == 0 ? [] : [.feed(item.feed)]
        } finish: {
            self.pendingMarks.remove(pending)
        }
    }

    /// Marks what a listing holds as read, and nothing that came after it was filled.
    package func markAllRead(in listing: Listing) {
        let pending = pendingMarks.add(.listing(listing))
        writeSoon { database in
            let marked = try database.run(
                "UPDATE items SET is_read = 1 WHERE feed = ? AND id <= ? AND is_read = 0",
                listing.feed, listing.newestItem)
            try database.run("UPDATE feeds SET unread = unread - ? WHERE id = ?", marked, listing.feed)
            return marked == 0 ? [] : [.feed(listing.feed)]
        } finish: {
            self.pendingMarks.remove(pending)
        }
    }
}

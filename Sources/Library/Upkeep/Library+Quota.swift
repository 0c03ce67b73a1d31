package import FoundationEssentials
import SQLite

extension Library {
    /// Deletes items for good if a feed has exceeded its quota of text: read ones first, oldest first. It spares what
    /// `discard` spares.
    ///
    /// A counter in the feed's row says whether that is possible without reading an item. Only then are the items
    /// measured, and an eighth more is deleted, so that the next item doesn't cause this again.
    @discardableResult
    package func discardText(beyond bytes: Int, in feed: FeedID, at now: Date) throws(LibraryFailure) -> Int {
        let quota = TextQuota(bytes: bytes)
        let (noted, surplus) = try read { database in
            let noted = try database.first("SELECT text_bytes FROM fetches WHERE feed = ?", feed) { $0.int(0) } ?? 0
            return (noted, noted > bytes ? try database.surplus(beyond: quota, in: feed) : nil)
        }
        guard let surplus else { return 0 }
        let count = try delete(surplus.items, of: feed)
        // Items that must stay aren't measured again either, until as much more has come.
        let rest = min(surplus.rest, quota.aim)
        try write { database in
            try database.run(
                """
                UPDATE fetches SET text_bytes = text_bytes - ? + ?, trimmed_at = iif(?, ?, trimmed_at) WHERE feed = ?
                """, noted, rest, count > 0, now, feed)
            return ((), [.feed(feed)])
        }
        return count
    }
}

/// The quota of a feed's text.
private struct TextQuota {
    let bytes: Int

    /// What remains after exceeding it.
    var aim: Int { bytes - bytes / 8 }
}

/// The items to delete, and the approximate bytes of the rest.
private struct Surplus {
    var items: [ItemID] = []
    var rest = 0
}

extension Database {
    /// The approximate size of an item beside its text: its rows, their entries in indexes, its words in the search
    /// index.
    static let bytesBesideText = 512

    fileprivate func surplus(beyond quota: TextQuota, in feed: FeedID) throws -> Surplus {
        var candidates: [(item: ItemID, bytes: Int)] = []
        var surplus = Surplus()
        let spared = try spared(of: feed)
        // SQLite returns a text's length in bytes only if it takes it as a blob.
        try each(
            """
            SELECT items.id, length(CAST(html AS BLOB)) + \(Self.bytesBesideText),
                is_starred OR EXISTS (SELECT 1 FROM item_tags WHERE item_tags.item = items.id)
            FROM items JOIN states ON states.item = items.id JOIN contents ON contents.item = items.id WHERE items.feed = ?
            ORDER BY is_deleted DESC, is_read DESC, date, items.id
            """, feed
        ) { row in
            let (item, bytes, isMarked) = (ItemID(row.integer(0)), row.int(1), row.bool(2))
            surplus.rest += bytes
            if !isMarked, let spared, !spared.contains(item) { candidates.append((item, bytes)) }
        }
        guard surplus.rest > quota.bytes else { return surplus }
        for candidate in candidates where surplus.rest > quota.aim {
            surplus.items.append(candidate.item)
            surplus.rest -= candidate.bytes
        }
        return surplus
    }
}

package import FoundationEssentials
import SQLite

/// How much of a feed is kept; without limits, everything.
package struct Retention: Equatable, Sendable {
    /// The days after an item was published, or came, if that was later.
    package var days: Int?
    /// The number of newest items.
    package var items: Int?
    /// The bytes of text, beyond which read items go first, oldest first.
    package var bytes: Int?

    package init(days: Int? = nil, items: Int? = nil, bytes: Int? = nil) {
        self.days = days
        self.items = items
        self.bytes = bytes
    }

    /// Whether a new item comes in, given its date and how many of its document are newer. What another reader wouldn't
    /// show must not come back with each document.
    func admits(itemOf date: Date, place: Int, at now: Date) -> Bool {
        date >= limit(at: now) && place < items ?? .max
    }

    /// Whether the limits require a look at every item.
    var judgesItems: Bool { days != nil || items != nil }

    /// Items that came before this time are too old.
    func limit(at now: Date) -> Date { days.map { now - Double($0) * 86_400 } ?? .distantPast }
}

extension Library {
    /// How long one transaction deletes, because a user's mark may wait for it; its commit takes as long again.
    private static let patience = Duration.milliseconds(5)

    /// Deletes items for good that a feed's retention doesn't keep or that the user deleted; returns their number.
    ///
    /// Spares starred and tagged items, those in the feed's last document, which would come back, and those of the
    /// user's last steps. Waits for the writer again and again, so it needs a thread that may wait.
    @discardableResult
    package func discard(
        beyond retention: Retention, in feed: FeedID, at now: Date
    ) throws(LibraryFailure) -> Int {
        let discardable = try read { try $0.discardable(beyond: retention, in: feed, at: now) }
        return try delete(discardable, of: feed)
    }

    /// The feeds that may have too many or too old items for one of these limits.
    func feedsBeyond(_ limits: [Retention], at now: Date) throws(LibraryFailure) -> Set<FeedID> {
        let (items, oldest) = (limits.compactMap(\.items).min(), limits.map { $0.limit(at: now) }.max())
        return try read { database in
            let large = try items.map { items in
                try database.all("SELECT id FROM feeds WHERE total > ?", items) { FeedID($0.integer(0)) }
            }
            let old = try database.all("SELECT DISTINCT feed FROM states WHERE is_listed = 1 AND date < ?", oldest) {
                FeedID($0.integer(0))
            }
            return Set(large ?? []).union(old)
        }
    }

    /// Deletes items for good, except those starred or tagged meanwhile; returns the number of deleted ones.
    func delete(_ items: [ItemID], of feed: FeedID) throws(LibraryFailure) -> Int {
        var rest = items[...]
        var count = 0
        while !rest.isEmpty {
            let batch = rest
            let (tried, deleted) = try write { database in
                let (tried, deleted) = try database.deleteForGood(batch, of: feed, within: Self.patience)
                return ((tried, deleted.count), deleted.isEmpty ? [] : [.marked(.deleted, deleted), .feed(feed)])
            }
            rest = rest.dropFirst(tried)
            count += deleted
        }
        if count > 0 { try giveBackSpace() }
        return count
    }
}

/// The number of last steps that can always be undone, whatever is deleted for good.
private let sparedSteps = 100

extension Database {
    /// The items that may be deleted for good, newest first.
    fileprivate func discardable(beyond retention: Retention, in feed: FeedID, at now: Date) throws -> [ItemID] {
        guard let spared = try spared(of: feed) else { return [] }
        let limit = retention.limit(at: now)
        var place = 0
        var discardable: [ItemID] = []
        try each(
            """
            SELECT item, max(date, added), is_deleted FROM items JOIN states ON item = id
            WHERE items.feed = ? AND NOT (\(ItemState.keeps)) ORDER BY date DESC, item DESC
            """, feed
        ) { row in
            let (item, isDeleted) = (ItemID(row.integer(0)), row.bool(2))
            if !isDeleted { place += 1 }
            let isKept = !isDeleted && row.date(1) >= limit && place <= retention.items ?? .max
            if !isKept, !spared.contains(item) { discardable.append(item) }
        }
        return discardable
    }

    /// The items of a feed that stay under any retention; nil if none may go.
    private func spared(of feed: FeedID) throws -> ItemSet? {
        // If the feed wasn't fetched since documents are tracked this way, its current items are unknown.
        let held = try first("SELECT held_items FROM fetches WHERE feed = ?", feed) { $0.itemSet(0) } ?? nil
        // Marks that a server doesn't have yet would be lost.
        return try held?.union(itemsInJournal(steps: sparedSteps)).union(touchedItems())
    }

    /// Deletes items for good within the time limit; returns how many were tried and which are gone.
    fileprivate func deleteForGood(
        _ items: ArraySlice<ItemID>, of feed: FeedID, within time: Duration
    ) throws -> (tried: Int, deleted: ItemSet) {
        let end = ContinuousClock.now + time
        var tried = 0
        var deleted: [ItemID] = []
        var (ofFeed, ofTotals) = (CountChange(), CountChange())
        for item in items {
            tried += 1
            // Checked again, because the user may have starred it since.
            let isSpared = try first(
                """
                SELECT \(ItemState.keeps) OR EXISTS (SELECT 1 FROM item_tags WHERE item_tags.item = states.item)
                FROM states WHERE item = ?
                """, item
            ) { $0.bool(0) }
            guard isSpared == false else { continue }
            try unfold([item])
            let states = "SELECT is_listed, \(ItemState.columns) FROM states WHERE item = ? AND is_deleted = 0"
            try first(states, item) { row in
                let change = CountChange(-1, ItemStates(row, from: 1))
                ofFeed += change
                if row.bool(0) { ofTotals += change }
            }
            try run("DELETE FROM items WHERE id = ?", item)
            deleted.append(item)
            if ContinuousClock.now >= end { break }
        }
        try add(ofFeed, to: feed)
        try addToTotals(ofTotals)
        return (tried, ItemSet(deleted))
    }
}

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
                \(ItemState.keeps) OR EXISTS (SELECT 1 FROM item_tags WHERE item_tags.item = items.id)
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

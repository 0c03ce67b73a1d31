import FoundationEssentials
import SQLite
import SyncFolder

/// Takes in what another device says about marks, within one transaction.
///
/// The last one wins a register. The item follows it, unless the register differs from the item already: then something was done
/// here that is still to be written, and comes after.
struct FolderMerge {
    private struct Value: Hashable {
        let item: ItemID
        let kind: FolderMarkKind
    }

    private struct Feed {
        let row: Int64
        /// Nil if the library doesn't have it.
        let feed: FeedID?
    }

    private let database: Database
    private let now: Date
    private let findItem: Statement
    private let findLink: Statement
    private let findRegister: Statement
    private let findState: Statement
    private let findTag: Statement
    private let write: Statement
    private var feeds: [String: Feed] = [:]
    /// What items get; nil where they keep what was done here.
    private var given: [Value: Bool?] = [:]

    init(_ database: Database, at now: Date) throws {
        self.database = database
        self.now = now
        findItem = try database.statement("SELECT id FROM items WHERE feed = ? AND identity BETWEEN ? AND ? LIMIT 1")
        findLink = try database.statement(
            "SELECT id, identity FROM items WHERE link_key BETWEEN ? AND ? AND feed = ? LIMIT 2")
        findRegister = try database.statement(
            "SELECT time, is_set FROM folder_marks WHERE feed = ? AND key = ? AND kind = ?")
        findState = try database.statement("SELECT is_read, is_starred, is_deleted FROM states WHERE item = ?")
        findTag = try database.statement("SELECT 1 FROM item_tags WHERE item = ? AND tag = ?")
        write = try database.statement(
            """
            INSERT OR REPLACE INTO folder_marks (feed, key, kind, time, device, is_set, day, link, is_waiting)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
    }

    mutating func take(_ marks: FolderMarks, by device: Int64) throws {
        let feed = try feed(marks.feed)
        let kind = marks.kind.stored
        for entry in marks.entries {
            let known = try feed.feed.flatMap { try find(entry.key, in: $0) }
            let key = known?.identity ?? entry.key.identity
            let register = try findRegister.first(feed.row, key, kind) { row in
                (time: row.integer(0), value: row.bool(1))
            }
            if let register {
                if entry.time < register.time { continue }
                if entry.time == register.time, register.value || !marks.value { continue }
            }
            try write.run(feed.row, key, kind, entry.time, device, marks.value, now.day, entry.key.link, known == nil)
            if let item = known?.item {
                try give(Value(item: item, kind: marks.kind), marks.value, register?.value ?? false)
            }
        }
    }

    private mutating func give(_ value: Value, _ new: Bool, _ base: Bool) throws {
        guard given[value] == nil else {
            if given[value] != .some(nil) { given[value] = .some(new) }
            return
        }
        given[value] = try local(value) == base ? .some(new) : .some(nil)
    }

    private func local(_ value: Value) throws -> Bool {
        if case .tag(let tag) = value.kind { return try findTag.first(value.item, tag) { _ in true } ?? false }
        let state = try findState.first(value.item) { (read: $0.bool(0), star: $0.bool(1), deleted: $0.bool(2)) }
        return switch value.kind {
        case .read: state?.read ?? false
        case .star: state?.star ?? false
        case .delete, .tag: state?.deleted ?? false
        }
    }

    private mutating func feed(_ url: String) throws -> Feed {
        if let known = feeds[url] { return known }
        let row = try database.folderFeed(url)
        let feed = try database.first(
            "SELECT feeds.id FROM feeds JOIN folder_feeds USING (url) WHERE folder_feeds.id = ? AND account IS NULL",
            row
        ) { FeedID($0.integer(0)) }
        let known = Feed(row: row, feed: feed)
        feeds[url] = known
        return known
    }

    /// The item with an identity, otherwise the only one with the link.
    private func find(_ key: ItemKey, in feed: FeedID) throws -> (item: ItemID, identity: Int64)? {
        if let item = try findItem.first(feed, key.lowest, key.highest, read: { ItemID($0.integer(0)) }) {
            return (item, key.identity)
        }
        guard key.link != 0 else { return nil }
        let linked = try findLink.all(key.lowestLink, key.highestLink, feed) { row in
            (item: ItemID(row.integer(0)), identity: ItemKey(identityHash: row.integer(1), linkHash: nil).identity)
        }
        return linked.count == 1 ? linked[0] : nil
    }

    /// Makes the marks that others have changed, as a part of the sync's step; returns the changes and how many items they are
    /// of.
    mutating func finish(_ sync: SyncNumber) throws -> (changes: [LibraryChange], taken: Int) {
        let time = try database.timeOfStep(at: now)
        var items: [Mark?: [ItemID]] = [:]
        for case (let value, let new??) in given where try local(value) != new {
            items[value.kind.mark(new), default: []].append(value.item)
        }
        return try database.withoutTouchingFolder {
            var changes: [LibraryChange] = []
            if let restored = items[nil], let turn = Turn(undoing: .deleted) {
                changes.append(.restored(try database.turn(ItemSet(restored), turn, at: time)))
            }
            var marks: [Step.ItemMarks] = []
            // Deleting comes last: nothing else marks a deleted item.
            let order = items.keys.compactMap(\.self).sorted { $0 != .deleted && $1 == .deleted }
            for mark in order {
                let changed = try database.makeAlone(mark, of: ItemSet(items[mark] ?? []), at: time)
                if !changed.isEmpty { marks.append(Step.ItemMarks(mark: mark, items: changed)) }
                try markDeleted(ItemSet(items[mark] ?? []).subtracting(changed), mark)
            }
            try database.recordSync(marks, sync, at: time)
            changes += marks.map { .marked($0.mark, $0.items) }
            return (changes, marks.reduce(0) { $0 + $1.items.count } + (items[nil]?.count ?? 0))
        }
    }

    /// Deleted items get marks, too, so that these are there when the items are restored. Nothing shows or counts them.
    private func markDeleted(_ items: ItemSet, _ mark: Mark) throws {
        let sql: String
        switch mark {
        case .read: sql = "UPDATE states SET is_read = 1 WHERE item = ?1 AND is_deleted = 1"
        case .unread: sql = "UPDATE states SET is_read = 0 WHERE item = ?1 AND is_deleted = 1"
        case .starred: sql = "UPDATE states SET is_starred = 1 WHERE item = ?1 AND is_deleted = 1"
        case .unstarred: sql = "UPDATE states SET is_starred = 0 WHERE item = ?1 AND is_deleted = 1"
        case .tagged(let tag):
            let insert = try database.statement(
                """
                INSERT OR IGNORE INTO item_tags (item, tag, date)
                SELECT item, ?2, date FROM states WHERE item = ?1 AND is_deleted = 1
                """)
            for item in items { try insert.run(item, tag) }
            return
        case .deleted, .untagged: return
        }
        let update = try database.statement(sql)
        for item in items { try update.run(item) }
    }
}

extension ItemKey {
    /// The range of the library's hashes that begin like it.
    var lowest: Int64 { identity << 16 }
    var highest: Int64 { identity << 16 | 0xFFFF }
    var lowestLink: Int64 { link << 28 }
    var highestLink: Int64 { link << 28 | 0xFFF_FFFF }
}

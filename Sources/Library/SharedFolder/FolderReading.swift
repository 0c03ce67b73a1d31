package import FoundationEssentials
import SQLite
package import SyncFolder

/// Lines of another device, from one file.
package struct FolderBatch: Sendable {
    package let device: FolderDevice
    package let lines: [FolderLine]
    /// The file, as far as it is read with these lines.
    package let file: FolderFile

    package init(of device: FolderDevice, _ lines: [FolderLine], _ file: FolderFile) {
        (self.device, self.lines, self.file) = (device, lines, file)
    }
}

extension Library {
    /// Knows a device that has a folder. Returns it.
    package func meet(_ device: DeviceID) throws(LibraryFailure) -> FolderDevice? {
        try write { database in
            try database.run(
                "INSERT INTO folder_devices (name) VALUES (?) ON CONFLICT (name) DO UPDATE SET is_there = 1",
                device.text)
            return (try database.folderDevices().first { $0.id == device }, [])
        }
    }

    /// Notes that devices have no folder any more, and files of others aren't there. What they said still counts.
    package func miss(_ devices: [FolderDevice], files: [(device: Int64, name: String)]) throws(LibraryFailure) {
        if devices.isEmpty, files.isEmpty { return }
        let missed = devices.map(\.row)
        let names = files.map { Missed(device: $0.device, name: $0.name) }
        try write { database in
            for row in missed {
                try database.run("UPDATE folder_devices SET is_there = 0 WHERE id = ?", row)
                try database.run("DELETE FROM folder_files WHERE device = ?", row)
            }
            for file in names {
                try database.run("DELETE FROM folder_files WHERE device = ? AND name = ?", file.device, file.name)
            }
            return ((), [])
        }
    }

    private struct Missed: Sendable {
        let device: Int64
        let name: String
    }

    /// Takes in lines, in one transaction; returns how many items they have changed here.
    package func take(_ batch: FolderBatch, in sync: SyncNumber, at now: Date) throws(LibraryFailure) -> Int {
        try write { database in
            var merge = try FolderMerge(database, at: now)
            var seen: Int64 = 0
            for line in batch.lines {
                seen = max(seen, line.time)
                switch line.content {
                case .marks(let marks):
                    seen = max(seen, marks.entries.last?.time ?? 0)
                    try merge.take(marks, by: batch.device.row)
                case .about(let name, let version):
                    try database.run(
                        "UPDATE folder_devices SET title = ?, version = ? WHERE id = ?", name.cut, version.cut,
                        batch.device.row)
                case .feed(let url, let settings):
                    try database.takeSubscription(url, settings, at: line.time, by: batch.device)
                case .state, .unknown: break
                }
            }
            let (changes, taken) = try merge.finish(sync)
            try database.run(
                "UPDATE folder_devices SET seen = max(seen, ?) WHERE id = ?", seen, batch.device.row)
            try database.record(batch.file, of: batch.device.row)
            return (taken, changes)
        }
    }

    package func folderDevices() throws(LibraryFailure) -> [FolderDevice] {
        try read { database in try database.folderDevices().filter(\.isThere) }
    }
}

// The state of a device: all registers that it has written and nobody since.
extension Library {
    package func forgetWaitingMarks(at now: Date) throws(LibraryFailure) {
        try write { database in
            try database.forgetWaitingMarks(at: now)
            return ((), [])
        }
    }

    /// Passes on the lines of a state, from one moment of the library; returns the last number that it includes.
    package func eachStateLine(
        of device: FolderDevice, at now: Date, _ body: (FolderLine) throws -> Void
    ) throws -> Int64 {
        try pool.read { database in
            let last =
                try database.first("SELECT last_line FROM folder_devices WHERE id = ?", device.row) { $0.integer(0) }
                ?? 0
            let count = try database.first(
                """
                SELECT 1 + total((items + \(FolderMarks.most - 1)) / \(FolderMarks.most))
                    + (SELECT count(*) FROM folder_feeds WHERE device = ?1 AND time IS NOT NULL) FROM
                    (SELECT count(*) AS items FROM folder_marks WHERE device = ?1
                        GROUP BY feed, kind, is_set, position, duration)
                """, device.row
            ) { $0.integer(0) }
            var writer = StateWriter(time: max(0, now.milliseconds))
            try body(writer.line(.state(upTo: last, lines: count ?? 1)))
            try database.each(
                "SELECT url, settings, time FROM folder_feeds WHERE device = ? AND time IS NOT NULL ORDER BY id",
                device.row
            ) { row in
                let content = FolderLine.Content.feed(url: row.text(0), settings: row.optionalText(1))
                try body(writer.line(content, at: row.integer(2)))
            }
            try database.each(
                """
                SELECT url, kind, is_set, key, link, folder_marks.time, folder_marks.feed, position, duration
                FROM folder_marks JOIN folder_feeds ON folder_feeds.id = feed WHERE folder_marks.device = ?
                ORDER BY folder_marks.feed, kind, is_set, position, duration, folder_marks.time
                """, device.row
            ) { row in
                if let line = writer.add(row) { try body(line) }
            }
            if let line = writer.finish() { try body(line) }
            return last
        }
    }
}

/// Puts registers together to lines.
private struct StateWriter {
    let time: Int64
    private var number: Int64 = 0
    private var feed: Int64?
    private var url = ""
    private var kind: FolderMarkKind?
    private var value = false
    private var entries: [FolderMarks.Entry] = []

    init(time: Int64) { self.time = time }

    mutating func line(_ content: FolderLine.Content, at time: Int64? = nil) -> FolderLine {
        number += 1
        return FolderLine(number, at: time ?? self.time, content)
    }

    mutating func add(_ row: borrowing Row) -> FolderLine? {
        let (feed, value) = (row.integer(6), row.bool(2))
        let kind = FolderMarkKind(stored: row.text(1), row.folderPosition(7))
        var line: FolderLine?
        if feed != self.feed || kind != self.kind || value != self.value || entries.count == FolderMarks.most {
            line = finish()
            (self.feed, self.kind, self.value, url) = (feed, kind, value, row.text(0))
        }
        let key = ItemKey(identity: row.integer(3), link: row.integer(4))
        entries.append(.init(key, at: min(max(0, row.integer(5)), FolderLine.greatest)))
        return line
    }

    mutating func finish() -> FolderLine? {
        defer { entries = [] }
        guard let first = entries.first, let kind else { return nil }
        return line(.marks(FolderMarks(kind, value, in: url, entries)), at: first.time)
    }
}

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
    private var played: Set<ItemID> = []

    init(_ database: Database, at now: Date) throws {
        self.database = database
        self.now = now
        findItem = try database.statement("SELECT id FROM items WHERE feed = ? AND identity BETWEEN ? AND ? LIMIT 1")
        findLink = try database.statement(
            "SELECT id, identity FROM items WHERE link_key BETWEEN ? AND ? AND feed = ? LIMIT 2")
        findRegister = try database.statement(
            "SELECT time, is_set, position FROM folder_marks WHERE feed = ? AND key = ? AND kind = ?")
        findState = try database.statement("SELECT is_deleted, \(ItemState.columns) FROM states WHERE item = ?")
        findTag = try database.statement("SELECT 1 FROM item_tags WHERE item = ? AND tag = ?")
        write = try database.statement(
            """
            INSERT OR REPLACE INTO folder_marks
                (feed, key, kind, time, device, is_set, day, link, is_waiting, position, duration)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
    }

    mutating func take(_ marks: FolderMarks, by device: Int64) throws {
        let feed = try feed(marks.feed)
        let (kind, position) = (marks.kind.stored, marks.kind.position)
        for entry in marks.entries {
            let known = try feed.feed.flatMap { try find(entry.key, in: $0) }
            let key = known?.identity ?? entry.key.identity
            let register = try findRegister.first(feed.row, key, kind) { row in
                (time: row.integer(0), value: row.bool(1), position: row.integer(2))
            }
            if let register {
                if entry.time < register.time { continue }
                let wins = position.map { register.position < $0.position } ?? (!register.value && marks.value)
                if entry.time == register.time, !wins { continue }
            }
            try write.run(
                feed.row, key, kind, entry.time, device, marks.value, now.day, entry.key.link, known == nil,
                position?.position, position?.duration)
            guard let item = known?.item else { continue }
            if let position {
                if try database.takePosition(position, of: item, at: entry.time) { played.insert(item) }
            } else {
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
        let local = try findState.first(value.item) { (isDeleted: $0.bool(0), states: ItemStates($0, from: 1)) }
        guard let local else { return false }
        return ItemState(value.kind).map { local.states[$0] } ?? local.isDeleted
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
            if let restored = items[nil], let change = StateChange(undoing: .deleted) {
                changes.append(.restored(try database.apply(change, to: ItemSet(restored), at: time)))
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
            if !played.isEmpty { changes.append(.episodes) }
            return (changes, marks.reduce(played.count) { $0 + $1.items.count } + (items[nil]?.count ?? 0))
        }
    }

    /// Deleted items get marks, too, so that these are there when the items are restored. Nothing shows or counts them.
    private func markDeleted(_ items: ItemSet, _ mark: Mark) throws {
        let sql: String
        switch mark {
        case .state(let state, let value):
            sql = "UPDATE states SET \(state.condition(value)) WHERE item = ?1 AND is_deleted = 1"
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
    fileprivate var lowestLink: Int64 { link << 28 }
    fileprivate var highestLink: Int64 { link << 28 | 0xFFF_FFFF }
}

// Marks of items that weren't here when another device made them.
extension Database {
    /// Gives new items the marks that they have on other devices. Rules come before, so that they don't undo what somebody did.
    func giveWaitingMarks(toNew items: ItemSet, at time: Date) throws {
        guard !items.isEmpty, try hasFolder else { return }
        let ofItems = """
            FROM items JOIN feeds ON feeds.id = items.feed AND account IS NULL
                JOIN folder_feeds ON folder_feeds.url = feeds.url
            """
        let findLinks = try statement(
            """
            SELECT folder_feeds.id, identity >> 16, folder_marks.link \(ofItems)
                JOIN folder_marks ON folder_marks.feed = folder_feeds.id AND is_waiting = 1
                AND folder_marks.link = link_key >> 28 & 0xFFFFFFFFF
            WHERE items.id BETWEEN ? AND ?
            """)
        let rename = try statement(
            "UPDATE OR IGNORE folder_marks SET key = ?2, is_waiting = 0 WHERE feed = ?1 AND link = ?3 AND is_waiting = 1"
        )
        let findMarks = try statement(
            """
            SELECT items.id, kind, is_set, folder_marks.position, duration, folder_marks.time \(ofItems)
                JOIN folder_marks ON folder_marks.feed = folder_feeds.id AND key = identity >> 16
            WHERE items.id BETWEEN ? AND ?
            """)
        var given: [Mark: [ItemID]] = [:]
        var played: [(item: ItemID, position: FolderPosition, time: Int64)] = []
        for run in items.runs {
            let links = try findLinks.all(run.lowerBound, run.upperBound) { row in
                (feed: row.integer(0), key: row.integer(1), link: row.integer(2))
            }
            for known in links { try rename.run(known.feed, known.key, known.link) }
            try findMarks.each(run.lowerBound, run.upperBound) { row in
                let (item, kind) = (ItemID(row.integer(0)), FolderMarkKind(stored: row.text(1), row.folderPosition(3)))
                if let mark = kind?.mark(row.bool(2)) { given[mark, default: []].append(item) }
                if let position = kind?.position { played.append((item, position, row.integer(5))) }
            }
        }
        for episode in played { _ = try takePosition(episode.position, of: episode.item, at: episode.time) }
        if given.isEmpty { return }
        try withoutTouchingFolder {
            for mark in given.keys.sorted(by: { $0 != .deleted && $1 == .deleted }) {
                _ = try makeAlone(mark, of: ItemSet(given[mark] ?? []), at: time)
            }
        }
    }

    /// Forgets marks of items that haven't come for a long time.
    func forgetWaitingMarks(at now: Date) throws {
        try run(
            """
            DELETE FROM folder_marks WHERE day NOT BETWEEN ? AND ? AND NOT EXISTS (
                SELECT 1 FROM folder_feeds JOIN feeds USING (url) JOIN items ON items.feed = feeds.id
                WHERE folder_feeds.id = folder_marks.feed AND identity BETWEEN key << 16 AND key << 16 | 65535)
            """, now.day - Self.waitingDays, now.day + Self.waitingDays)
    }

    private static let waitingDays: Int64 = 400
}

import Addresses
import FoundationEssentials
import SQLite
import SyncFolder

/// Finds what differs from the registers, within one transaction: that was done here. It goes into the registers and into lines
/// for the folder.
struct FolderChanges {
    private struct Group: Hashable {
        let feed: Int64
        let kind: FolderMarkKind
        let value: Bool
    }

    private struct Register {
        let time: Int64
        let value: Bool
    }

    private struct LocalItem {
        let item: ItemID
        let feed: FeedID
        let key: ItemKey
        let isRead: Bool
        let isStarred: Bool
        let isDeleted: Bool
        let readAt: Int64?
        let starredAt: Int64?

        init(_ row: borrowing Row) {
            (item, feed) = (ItemID(row.integer(0)), FeedID(row.integer(1)))
            key = ItemKey(identityHash: row.integer(2), linkHash: row.optionalInteger(3))
            (isRead, isStarred, isDeleted) = (row.bool(4), row.bool(5), row.bool(6))
            (readAt, starredAt) = (row.optionalInteger(7), row.optionalInteger(8))
        }

        /// When a mark was made that no note tells of.
        func time(of kind: FolderMarkKind, _ value: Bool) -> Int64 {
            switch kind {
            case .read where value: readAt ?? 0
            case .star where value: starredAt ?? 0
            default: 0
            }
        }
    }

    private let database: Database
    private let device: Int64
    private let day: Int64
    private let findItems: Statement
    private let findRegisters: Statement
    private let findTags: Statement
    private let write: Statement
    private var feeds: [FeedID: (row: Int64, url: String)?] = [:]
    private var urls: [Int64: String] = [:]
    private var groups: [Group: [FolderMarks.Entry]] = [:]

    init(_ database: Database, by device: Int64, at now: Date) throws {
        self.database = database
        self.device = device
        day = now.day
        findItems = try database.statement(
            """
            SELECT states.item, items.feed, identity, link_key, is_read, is_starred, is_deleted, read_at, starred_at
            FROM states JOIN items ON items.id = states.item WHERE states.item BETWEEN ? AND ?
            """)
        findRegisters = try database.statement(
            "SELECT kind, time, is_set FROM folder_marks WHERE feed = ? AND key = ?")
        findTags = try database.statement("SELECT tag FROM item_tags WHERE item = ?")
        write = try database.statement(
            """
            INSERT OR REPLACE INTO folder_marks (feed, key, kind, time, device, is_set, day, link)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """)
    }

    /// Compares items that were marked at a time; nil for whatever was done before anybody noted it.
    mutating func compare(_ items: ItemSet, at time: Int64?, isTagging: Bool) throws {
        for run in items.runs {
            var found: [LocalItem] = []
            try findItems.each(run.lowerBound, run.upperBound) { found.append(LocalItem($0)) }
            for item in found { try compare(item, at: time, isTagging) }
        }
    }

    private mutating func compare(_ item: LocalItem, at time: Int64?, _ isTagging: Bool) throws {
        guard let feed = try feed(item.feed) else { return }
        var registers: [FolderMarkKind: Register] = [:]
        try findRegisters.each(feed, item.key.identity) { row in
            guard let kind = FolderMarkKind(stored: row.text(0)) else { return }
            registers[kind] = Register(time: row.integer(1), value: row.bool(2))
        }
        // Of deleted items, too: another device may restore them.
        var local: [(FolderMarkKind, Bool)] = [
            (.delete, item.isDeleted), (.read, item.isRead), (.star, item.isStarred)
        ]
        if isTagging { local += try tags(of: item.item, registers.keys) }
        for (kind, value) in local {
            let register = registers[kind]
            guard (register?.value ?? false) != value else { continue }
            let time = Stamp.time(time ?? item.time(of: kind, value), after: register?.time)
            try write.run(feed, item.key.identity, kind.stored, time, device, value, day, item.key.link)
            groups[Group(feed: feed, kind: kind, value: value), default: []].append(.init(item.key, at: time))
        }
    }

    private func tags(
        of item: ItemID, _ registers: some Sequence<FolderMarkKind>
    ) throws -> [(FolderMarkKind, Bool)] {
        let tags = Set(
            try findTags.all(item) { $0.text(0) }.filter { (1...FolderLine.longestTag).contains($0.utf8.count) })
        let gone = registers.filter { if case .tag(let tag) = $0 { !tags.contains(tag) } else { false } }
        return tags.map { (.tag($0), true) } + gone.map { ($0, false) }
    }

    /// Whether a feed is a command, or its URL has a password: the folder may be anybody's.
    private static func isSecret(_ url: String) -> Bool {
        guard let known = WebURL(url) else { return true }
        return ["exec", "filter"].contains { url.hasPrefix($0 + ":") } || !known.username.isEmpty
            || !known.password.isEmpty
    }

    /// The feed's number; nil for feeds of servers, which agree through those, for secret ones, and for URLs that no line has
    /// room for.
    private mutating func feed(_ id: FeedID) throws -> Int64? {
        if let known = feeds[id] { return known?.row }
        let url = try database.first("SELECT url FROM feeds WHERE id = ? AND account IS NULL", id) { $0.text(0) }
        guard let url, url.utf8.count <= FolderLine.longestURL, !Self.isSecret(url) else {
            feeds[id] = .some(nil)
            return nil
        }
        let row = try database.folderFeed(url)
        feeds[id] = (row, url)
        urls[row] = url
        return row
    }

    /// The lines for all that was found, without their numbers.
    func lines() -> [(time: Int64, marks: FolderMarks)] {
        groups.sorted { ($0.key.feed, $0.key.kind.stored) < ($1.key.feed, $1.key.kind.stored) }.flatMap {
            group, entries in
            let entries = entries.sorted { $0.time < $1.time }
            let url = urls[group.feed] ?? ""
            return stride(from: 0, to: entries.count, by: FolderMarks.most).map { start in
                let part = Array(entries[start..<min(start + FolderMarks.most, entries.count)])
                return (part[0].time, FolderMarks(group.kind, group.value, in: url, part))
            }
        }
    }
}

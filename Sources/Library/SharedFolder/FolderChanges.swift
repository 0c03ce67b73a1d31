package import FoundationEssentials
import Glibc
import SQLite
import SyncFolder
import System
import URLs

/// The machine that a library is used on, and the file that it is: a copy has another one.
package struct LibrarySite: Equatable, Sendable {
    let machine: String
    let inode: Int64
}

extension Library {
    package var site: LibrarySite {
        var status = stat()
        let inode = stat(path, &status) == 0 ? Int64(bitPattern: UInt64(status.st_ino)) : 0
        return LibrarySite(machine: Self.machine, inode: inode)
    }

    /// A hash, as the id of a machine is nobody else's business; the machine's name if it has no id.
    private static let machine: String = {
        var name = [CChar](repeating: 0, count: 256)
        let isNamed = gethostname(&name, name.count - 1) == 0
        let id = (try? PrivateFiles.read("/etc/machine-id", atMost: 1024)) ?? []
        let words = id.isEmpty && isNamed ? name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)) : id
        var hash = StableHash()
        words.withUnsafeBytes { hash.combine(bytes: $0) }
        return "\(hash.value)"
    }()
}

/// Finds what differs from the registers, or was marked and marked back, within one transaction: that was done here. It goes into
/// the registers and into lines for the folder.
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
        let isDeleted: Bool
        let states: ItemStates
        /// When each was last set.
        let times: [Int64?]

        init(_ row: borrowing Row) {
            (item, feed) = (ItemID(row.integer(0)), FeedID(row.integer(1)))
            key = ItemKey(identityHash: row.integer(2), linkHash: row.optionalInteger(3))
            isDeleted = row.bool(4)
            states = ItemStates(row, from: 5)
            let count = Int32(ItemState.allCases.count)
            times = (0..<count).map { row.optionalInteger(.position(5 + count + $0)) }
        }

        /// When a mark was made that no note tells of.
        func time(of kind: FolderMarkKind, _ value: Bool) -> Int64 {
            value ? ItemState(kind).flatMap { times[$0.rawValue] } ?? 0 : 0
        }
    }

    private let database: Database
    private let device: Int64
    private let day: Int64
    private let findItems: Statement
    private let findRegisters: Statement
    private let findTags: Statement
    /// Nil if nothing was played or queued.
    private let findPosition: Statement?
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
            SELECT states.item, items.feed, identity, link_key, is_deleted, \(ItemState.columns),
                \(ItemState.allCases.map(\.timeColumn).joined(separator: ", "))
            FROM states JOIN items ON items.id = states.item WHERE states.item BETWEEN ? AND ?
            """)
        findRegisters = try database.statement(
            "SELECT kind, time, is_set FROM folder_marks WHERE feed = ? AND key = ?")
        findTags = try database.statement("SELECT tag FROM item_tags WHERE item = ?")
        findPosition =
            try database.hasEpisodes
            ? database.statement(
                "SELECT played_at, position, duration FROM episodes WHERE item = ? AND played_at IS NOT NULL") : nil
        write = try database.statement(
            """
            INSERT OR REPLACE INTO folder_marks (feed, key, kind, time, device, is_set, day, link, position, duration)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
    }

    /// Compares items that were marked in this way at a time; nil for whatever was done, or before anybody noted it.
    mutating func compare(_ items: ItemSet, at time: Int64?, _ kind: FolderMarkKind? = nil) throws {
        for run in items.runs {
            var found: [LocalItem] = []
            try findItems.each(run.lowerBound, run.upperBound) { found.append(LocalItem($0)) }
            for item in found { try compare(item, at: time, kind) }
        }
    }

    private mutating func compare(_ item: LocalItem, at time: Int64?, _ marked: FolderMarkKind?) throws {
        guard let feed = try feed(item.feed) else { return }
        var registers: [FolderMarkKind: Register] = [:]
        try findRegisters.each(feed, item.key.identity) { row in
            guard let kind = FolderMarkKind(stored: row.text(0)) else { return }
            registers[kind] = Register(time: row.integer(1), value: row.bool(2))
        }
        let played = registers.removeValue(forKey: .position(nil))
        if marked == nil || marked == .position(nil) { try comparePosition(item, in: feed, after: played?.time) }
        if marked == .position(nil) { return }
        // Of deleted items, too: another device may restore them.
        for (kind, value) in try marked.map({ [($0, try self.value(of: $0, item))] })
            ?? values(of: item, registers.keys)
        {
            // No line has room for others.
            if case .tag(let tag) = kind, !(1...FolderLine.longestTag).contains(tag.utf8.count) { continue }
            let register = registers[kind]
            // What was marked and marked back is later than older marks of others.
            let isMarkedBack = marked != nil && (register?.time ?? -1) < time ?? 0
            guard isMarkedBack || (register?.value ?? false) != value else { continue }
            let time = Stamp.time(time ?? item.time(of: kind, value), after: register?.time)
            try write.run(
                feed, item.key.identity, kind.stored, time, device, value, day, item.key.link, Value.null, Value.null)
            groups[Group(feed: feed, kind: kind, value: value), default: []].append(.init(item.key, at: time))
        }
    }

    /// A position counts from when it was played, and is at least as late as who has seen the last one has to say.
    private mutating func comparePosition(_ item: LocalItem, in feed: Int64, after last: Int64?) throws {
        let played = try findPosition?.first(item.item) { row in
            (at: row.integer(0), position: FolderPosition(row.integer(1), of: row.optionalInteger(2)))
        }
        guard let played, played.at != last else { return }
        let (time, kind) = (Stamp.time(played.at, after: last), FolderMarkKind.position(played.position))
        // The same time in both says that the folder has it.
        try database.run("UPDATE episodes SET played_at = ? WHERE item = ?", time, item.item)
        try write.run(
            feed, item.key.identity, kind.stored, time, device, true, day, item.key.link, played.position.position,
            played.position.duration)
        groups[Group(feed: feed, kind: kind, value: true), default: []].append(.init(item.key, at: time))
    }

    private func value(of kind: FolderMarkKind, _ item: LocalItem) throws -> Bool {
        if case .tag = kind { return try tags(of: item.item).contains(kind) }
        return ItemState(kind).map { item.states[$0] } ?? item.isDeleted
    }

    private func values(
        of item: LocalItem, _ registers: some Sequence<FolderMarkKind>
    ) throws -> [(FolderMarkKind, Bool)] {
        let kinds = [.delete] + ItemState.allCases.map(\.folderKind)
        let tags = try tags(of: item.item)
        return try kinds.map { ($0, try value(of: $0, item)) } + tags.map { ($0, true) }
            + registers.filter { !kinds.contains($0) && !tags.contains($0) }.map { ($0, false) }
    }

    private func tags(of item: ItemID) throws -> Set<FolderMarkKind> {
        Set(try findTags.all(item) { .tag($0.text(0)) })
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

/// What the last device said about the subscription to a feed, where the urls file here doesn't follow it yet.
package struct FolderSubscription: Equatable, Sendable {
    package let url: String
    /// One a line; nil if the feed was removed.
    package let settings: String?
    let time: Int64
    /// Whether the urls file has been compared with what devices say.
    package let isKnown: Bool
}

/// A subscription has three states, as marks of servers have: what the urls file had when it agreed last (the base), what it has
/// now, and what the last device says.
extension Library {
    /// Whether the user has changed the urls file, whose settings these are by URL.
    package func hasChanged(_ local: [String: String]) throws(LibraryFailure) -> Bool {
        try read { try !$0.changedSubscriptions(local).isEmpty }
    }

    /// Says what the user has changed in the urls file; returns how many feeds that are.
    package func noteSubscriptions(
        _ local: [String: String], by device: Int64, at now: Date
    ) throws(LibraryFailure) -> Int {
        try write { database in
            let changed = try database.changedSubscriptions(local)
            for change in changed {
                if change.isKnown {
                    // A kill came before it was noted.
                    try database.run(
                        "UPDATE folder_feeds SET (base, is_based, taken) = (settings, 1, time) WHERE url = ?",
                        change.url)
                    continue
                }
                let time = Stamp.time(now.milliseconds, after: change.time)
                try database.run(
                    """
                    INSERT INTO folder_feeds (url, time, device, settings, base, is_based, taken)
                    VALUES (?1, ?2, ?3, ?4, ?4, 1, ?2)
                    ON CONFLICT (url) DO UPDATE SET
                        (time, device, settings, base, is_based, taken) = (?2, ?3, ?4, ?4, 1, ?2)
                    """, change.url, time, device, local[change.url])
                try database.say(.feed(url: change.url, settings: local[change.url]), at: time, by: device)
            }
            return (changed.count { !$0.isKnown }, [])
        }
    }

    /// What devices have said that the urls file doesn't follow yet.
    package func subscriptionsToTake() throws(LibraryFailure) -> [FolderSubscription] {
        try read { database in
            try database.all(
                """
                SELECT url, settings, time, is_based FROM folder_feeds
                WHERE time IS NOT NULL AND taken IS NOT time ORDER BY id
                """
            ) { row in
                FolderSubscription(
                    url: row.text(0), settings: row.optionalText(1), time: row.integer(2), isKnown: row.bool(3))
            }
        }
    }

    /// Notes that the urls file follows these, what it has of them now, and which feeds it had before; and how many removals the
    /// user has to accept first.
    package func took(
        _ subscriptions: [FolderSubscription], before: [String: String], now local: [String: String], vanishing: Int,
        of account: AccountID, at date: Date
    ) throws(LibraryFailure) {
        try write { database in
            for taken in subscriptions {
                try database.run(
                    "UPDATE folder_feeds SET base = ?, is_based = 1, taken = ?, removed_at = ? WHERE url = ?",
                    local[taken.url], taken.time,
                    before[taken.url] != nil && local[taken.url] == nil ? date : nil as Date?, taken.url)
            }
            // What the user has accepted doesn't count again.
            try database.run(
                """
                UPDATE folder_feeds SET removed_at = NULL
                WHERE removed_at IS NOT NULL AND (SELECT is_accepted FROM server_accounts WHERE id = ?)
                """, account)
            try database.run(
                "UPDATE server_accounts SET vanishing = ?, is_accepted = 0 WHERE id = ?", vanishing, account)
            return ((), [])
        }
    }

    /// How many feeds that aren't back other devices have removed here since.
    package func removals(since date: Date) throws(LibraryFailure) -> Int {
        try read { database in
            try database.first("SELECT count(*) FROM folder_feeds WHERE removed_at > ? AND settings IS NULL", date) {
                $0.int(0)
            } ?? 0
        }
    }

    /// Whether the user accepts that many feeds are gone.
    package func acceptsRemovals(of account: AccountID) throws(LibraryFailure) -> Bool {
        try read { database in
            try database.first("SELECT is_accepted FROM server_accounts WHERE id = ?", account) { $0.bool(0) } ?? false
        }
    }
}

/// A feed whose entry in the urls file isn't the base any more.
private struct ChangedSubscription {
    let url: String
    /// Of what devices say.
    let time: Int64?
    /// Whether that is what the file has.
    let isKnown: Bool
}

extension String? {
    /// None comes before any.
    fileprivate var order: (Int, String) { self.map { (1, $0) } ?? (0, "") }
}

extension Database {
    fileprivate func changedSubscriptions(_ local: [String: String]) throws -> [ChangedSubscription] {
        var changed: [ChangedSubscription] = []
        var known: Set<String> = []
        try each("SELECT url, base, is_based, time, settings FROM folder_feeds") { row in
            let (url, time) = (row.text(0), row.optionalInteger(3))
            known.insert(url)
            // At the first meeting a feed that somebody has stays, with what devices say of it.
            let isChanged =
                row.bool(2)
                ? row.optionalText(1) != local[url] : local[url] != nil && (time == nil || row.isNull(4))
            if isChanged {
                let isKnown = time != nil && row.optionalText(4) == local[url]
                changed.append(ChangedSubscription(url: url, time: time, isKnown: isKnown))
            }
        }
        changed += local.keys.filter { !known.contains($0) }.map {
            ChangedSubscription(url: $0, time: nil, isKnown: false)
        }
        return changed.filter { $0.url.utf8.count <= FolderLine.longestURL }.sorted { $0.url < $1.url }
    }

    /// Takes in what a device says about a subscription: the last one wins.
    func takeSubscription(_ url: String, _ settings: String?, at time: Int64, by device: FolderDevice) throws {
        let known = try first("SELECT time, settings FROM folder_feeds WHERE url = ? AND time IS NOT NULL", url) {
            ($0.integer(0), $0.optionalText(1))
        }
        if let (last, value) = known {
            if time < last { return }
            if time == last, settings.order <= value.order { return }
        }
        try run(
            """
            INSERT INTO folder_feeds (url, time, device, settings) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT (url) DO UPDATE SET (time, device, settings, taken) = (?2, ?3, ?4, NULL)
            """, url, time, device.row, settings)
    }
}

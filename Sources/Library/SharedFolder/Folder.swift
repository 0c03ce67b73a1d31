package import FoundationEssentials
import SQLite
package import SyncFolder

extension Library {
    /// Follows the folder that the config names, or none. Another path is the same folder elsewhere.
    package func follow(folder key: AccountKey?) throws(LibraryFailure) {
        let followed = try read { database in
            try database.first("SELECT url FROM server_accounts WHERE kind = 'folder' AND is_followed = 1") {
                $0.text(0)
            }
        }
        guard followed != key?.url else { return }
        try write { database in
            guard let key else {
                // Whoever uses the folder again compares everything.
                try database.execute(
                    """
                    UPDATE server_accounts SET is_followed = 0, lists_read_at = NULL WHERE kind = 'folder';
                    DELETE FROM folder_touches;
                    """)
                return ((), [.subscriptions])
            }
            let known = try database.run(
                """
                UPDATE server_accounts SET url = ?, is_followed = 1, failures = 0, failing = NULL, last_error = NULL,
                    retry_at = NULL, vanishing = 0 WHERE kind = 'folder'
                """, key.url)
            if known == 0 {
                try database.run(
                    "INSERT INTO server_accounts (kind, url, user, position) VALUES (?, ?, '', ?)", key.kind, key.url,
                    Self.folderPosition)
            }
            return ((), [.subscriptions])
        }
    }

    /// After all servers.
    private static let folderPosition = 1_000_000

    /// Begins with a folder that the library doesn't know: everything is read, and everything that is known is said.
    package func begin(folder: DeviceID, of account: AccountID) throws(LibraryFailure) {
        try write { database in
            try database.execute("DELETE FROM folder_files; UPDATE folder_devices SET is_there = 0")
            try database.run("UPDATE server_accounts SET cursor = ? WHERE id = ?", folder.text, account)
            return ((), [])
        }
    }

    /// Makes this library a device, for its site, or lets it be one again. It says all that the library's earlier devices, or all
    /// devices, have said.
    package func become(
        _ device: DeviceID, titled title: String, at site: LibrarySite, sayingAll: Bool
    ) throws(LibraryFailure) -> FolderDevice? {
        try write { database in
            try database.run(
                """
                INSERT INTO folder_devices (name, title, machine, inode, last_line) VALUES (?1, ?2, ?3, ?4, 1)
                ON CONFLICT (name) DO UPDATE SET (title, machine, inode, is_there) = (?2, ?3, ?4, 1)
                """, device.text, title, site.machine, site.inode)
            let own = try database.folderDevices().first { $0.id == device }
            if let own {
                try database.run(
                    """
                    UPDATE folder_marks SET device = ?1 WHERE device <> ?1
                        AND (?2 OR device IN (SELECT id FROM folder_devices WHERE machine IS NOT NULL))
                    """, own.row, sayingAll)
                try database.run(
                    """
                    UPDATE folder_feeds SET device = ?1 WHERE device <> ?1
                        AND (?2 OR device IN (SELECT id FROM folder_devices WHERE machine IS NOT NULL))
                    """, own.row, sayingAll)
                try database.execute("DELETE FROM folder_lines")
                // What the others say is read as anybody's.
                try database.run(
                    """
                    DELETE FROM folder_files WHERE device IN
                        (SELECT id FROM folder_devices WHERE machine IS NOT NULL AND id <> ?)
                    """, own.row)
                try database.run(
                    "UPDATE folder_devices SET machine = NULL, inode = NULL WHERE machine = ? AND inode = ? AND id <> ?",
                    site.machine, site.inode, own.row)
            }
            return (own, [])
        }
    }

    /// Finds what was done here since the last time, and numbers lines that say it; returns how many items that are.
    package func noteFolderChanges(
        of account: AccountID, by device: Int64, at now: Date
    ) throws(LibraryFailure) -> Int {
        try write { database in
            var changes = try FolderChanges(database, by: device, at: now)
            let touches = try database.all("SELECT items, time, kind FROM folder_touches ORDER BY id DESC") {
                (
                    items: $0.itemSet(0) ?? ItemSet(), time: $0.integer(1),
                    kind: $0.optionalText(2).flatMap { FolderMarkKind(stored: $0) }
                )
            }
            // A later note of the same mark counts.
            var done: [FolderMarkKind?: ItemSet] = [:]
            for touch in touches {
                let known = done[touch.kind] ?? ItemSet()
                done[touch.kind] = touch.items.union(known)
                try changes.compare(touch.items.subtracting(known), at: touch.time, touch.kind)
            }
            let isSurveyed = try database.first("SELECT lists_read_at FROM server_accounts WHERE id = ?", account) {
                !$0.isNull(0)
            }
            if isSurveyed == false {
                for run in ItemSet(range: 1...max(1, try database.newestItem)).chunks(of: 10_000) {
                    try changes.compare(ItemSet(range: run), at: nil)
                }
                try database.run("UPDATE server_accounts SET lists_read_at = ? WHERE id = ?", now, account)
            }
            let lines = changes.lines()
            for (time, marks) in lines { try database.say(.marks(marks), at: time, by: device) }
            try database.execute("DELETE FROM folder_touches")
            return (lines.reduce(0) { $0 + $1.marks.entries.count }, [])
        }
    }

    /// The lines that aren't known to be in the folder, in order.
    package func folderLines() throws(LibraryFailure) -> [FolderLine] {
        try read { database in
            // Read as strictly as anybody's: no library brings its own lines into the folder.
            try database.all("SELECT line FROM folder_lines ORDER BY number") { FolderLine($0.blob(0)[...]) }
                .compactMap(\.self)
        }
    }

    /// Notes that lines up to a number are in the folder, and what that file and others are now.
    package func wrote(
        upTo number: Int64, _ files: [FolderFile], without gone: [String] = [], by device: Int64
    ) throws(LibraryFailure) {
        try write { database in
            try database.run("DELETE FROM folder_lines WHERE number <= ?", number)
            for name in gone {
                try database.run("DELETE FROM folder_files WHERE device = ? AND name = ?", device, name)
            }
            for file in files { try database.record(file, of: device) }
            return ((), [])
        }
    }

    /// Notes what the device has said about itself, and when.
    package func introduced(_ device: Int64, as title: String, version: String, at now: Date) throws(LibraryFailure) {
        try write { database in
            try database.run(
                "UPDATE folder_devices SET title = ?, version = ?, seen = ? WHERE id = ?", title, version, now, device)
            return ((), [])
        }
    }

    /// Takes over what a device that is gone has said; returns its folder's name.
    package func takeOver(_ device: FolderDevice, by own: FolderDevice) throws(LibraryFailure) {
        try write { database in
            for table in ["folder_marks", "folder_feeds"] {
                try database.run("UPDATE \(table) SET device = ? WHERE device = ?", own.row, device.row)
            }
            try database.run("DELETE FROM folder_files WHERE device = ?", device.row)
            try database.run("UPDATE folder_devices SET is_there = 0 WHERE id = ?", device.row)
            // Who knows all that this device has said so far still reads the state.
            try database.run("UPDATE folder_devices SET last_line = last_line + 1 WHERE id = ?", own.row)
            return ((), [])
        }
    }
}

extension Database {
    /// Numbers a line, which waits for being written.
    func say(_ content: FolderLine.Content, at time: Int64, by device: Int64) throws {
        let number = try first(
            "UPDATE folder_devices SET last_line = last_line + 1 WHERE id = ? RETURNING last_line", device
        ) { $0.integer(0) }
        guard let number else { return }
        try run(
            "INSERT OR REPLACE INTO folder_lines (number, line) VALUES (?, ?)", number,
            Array(FolderLine(number, at: time, content).bytes.dropLast()))
    }

    var newestItem: Int64 { get throws { try first("SELECT max(id) FROM items") { $0.optionalInteger(0) ?? 0 } ?? 0 } }

    /// Compares everything the next time, after new items have got the marks of other devices.
    func surveyForFolder(newSince last: Int64, at time: Date) throws {
        guard try hasFolder else { return }
        let newest = try newestItem
        if newest > last { try giveWaitingMarks(toNew: ItemSet(range: last + 1...newest), at: time) }
        try run("UPDATE server_accounts SET lists_read_at = NULL WHERE kind = 'folder'")
    }

    /// Lets the registers follow a feed to another URL. What others said of that one already is taken in.
    func moveInFolder(from old: String, to url: String) throws {
        guard try hasFolder else { return }
        let row = try folderFeed(old)
        var said: [(device: Int64, marks: FolderMarks)] = []
        try each(
            """
            SELECT folder_marks.device, kind, is_set, key, link, folder_marks.time, position, duration
            FROM folder_marks JOIN folder_feeds ON feed = folder_feeds.id WHERE url = ? AND feed <> ?
            """, url, row
        ) { line in
            guard let kind = FolderMarkKind(stored: line.text(1), line.folderPosition(6)) else { return }
            let key = ItemKey(identity: line.integer(3), link: line.integer(4))
            said.append(
                (line.integer(0), FolderMarks(kind, line.bool(2), in: url, [.init(key, at: line.integer(5))])))
        }
        try run("DELETE FROM folder_feeds WHERE url = ?", url)
        try run("UPDATE folder_feeds SET url = ?, moved_to = NULL WHERE id = ?", url, row)
        try run("INSERT OR REPLACE INTO folder_feeds (url, moved_to) VALUES (?, ?)", old, row)
        var merge = try FolderMerge(self, at: Date())
        for (device, marks) in said { try merge.take(marks, by: device) }
        _ = try merge.finish(SyncNumber())
    }
}

extension ItemSet {
    /// Ranges of at most so many items.
    func chunks(of size: Int64) -> [ClosedRange<Int64>] {
        runs.flatMap { run in
            stride(from: run.lowerBound, through: run.upperBound, by: Int64.Stride(size)).map {
                $0...Swift.min(run.upperBound, $0 + size - 1)
            }
        }
    }
}

// What every mark does for the shared folder.
extension Database {
    /// Whether the config names a folder.
    var hasFolder: Bool {
        get throws {
            try first("SELECT 1 FROM server_accounts WHERE kind = 'folder' AND is_followed = 1") { _ in true } == true
        }
    }

    /// Notes that these items were marked, and how; nil if any marks may differ from their registers. When, counts: the folder
    /// may be out of reach for days.
    func touchForFolder(_ items: ItemSet, _ kind: FolderMarkKind?) throws {
        guard !items.isEmpty, try hasFolder else { return }
        try run("INSERT INTO folder_touches (items, time, kind) VALUES (?, ?, ?)", items, Date(), kind?.stored)
    }

    /// Makes marks that the registers have already.
    func withoutTouchingFolder<Result>(_ body: () throws -> Result) throws -> Result {
        let last = try first("SELECT max(id) FROM folder_touches") { $0.optionalInteger(0) ?? 0 } ?? 0
        let result = try body()
        try run("DELETE FROM folder_touches WHERE id > ?", last)
        return result
    }

    /// How many items may have marks that aren't in the folder, and lines that aren't written.
    func unwrittenForFolder() throws -> Int {
        let touched = try all("SELECT items FROM folder_touches") { $0.itemSet(0) ?? ItemSet() }
            .reduce(ItemSet()) { $0.union($1) }
        let lines = try first("SELECT count(*) FROM folder_lines") { $0.int(0) } ?? 0
        return touched.count + lines
    }

    /// The first files that are too large to be read, by their path in the folder.
    var hugeFiles: [String] {
        get throws {
            try all(
                """
                SELECT folder_devices.name, folder_files.name FROM folder_files JOIN folder_devices ON folder_devices.id = device
                WHERE size > ? ORDER BY 1, 2 LIMIT 5
                """, SharedFolder.largest
            ) { "\(SharedFolder.devices)/\($0.text(0))/\($0.text(1))" }
        }
    }

    /// The number of a feed in the registers.
    func folderFeed(_ url: String) throws -> Int64 {
        let known = try first("SELECT coalesce(moved_to, id) FROM folder_feeds WHERE url = ?", url) { $0.integer(0) }
        if let known { return known }
        return try first("INSERT INTO folder_feeds (url) VALUES (?) RETURNING id", url) { $0.integer(0) } ?? 0
    }
}

extension FolderMarkKind {
    /// As the registers have it.
    var stored: String {
        switch self {
        case .read, .star, .queue, .heard: ItemState(self)?.folderLetter ?? ""
        case .delete: "d"
        case .tag(let tag): "t\(tag)"
        case .position: "p"
        }
    }

    init?(stored: String, _ position: FolderPosition? = nil) {
        if let state = ItemState.allCases.first(where: { stored.hasPrefix($0.folderLetter) }) {
            self = state.folderKind
            return
        }
        switch stored.first {
        case "d": self = .delete
        case "t": self = .tag(String(stored.dropFirst()))
        case "p": self = .position(position)
        default: return nil
        }
    }

    /// The mark that gives an item this value; nil for restoring a deleted one, and for positions.
    func mark(_ value: Bool) -> Mark? {
        switch self {
        case .read, .star, .queue, .heard: ItemState(self).map { .state($0, value) }
        case .delete: value ? .deleted : nil
        case .tag(let tag): value ? .tagged(tag) : .untagged(tag)
        case .position: nil
        }
    }

    var position: FolderPosition? { if case .position(let position) = self { position } else { nil } }
}

extension Row {
    /// From two columns; nil for other marks.
    func folderPosition(_ column: Int32) -> FolderPosition? {
        optionalInteger(.position(column)).map { FolderPosition($0, of: optionalInteger(.position(column + 1))) }
    }
}

extension Date {
    var day: Int64 { Int64(timeIntervalSince1970 / 86_400) }
}

/// A device that agrees through the folder.
package struct FolderDevice: Equatable, Sendable {
    package let row: Int64
    package let id: DeviceID
    /// Its name, which anybody may have written.
    package let title: String?
    package let version: String?
    /// The time of its newest line, by its clock.
    package let seen: Date?
    /// Whether this library is or was the device.
    package let isOwn: Bool
    let machine: String?
    let inode: Int64?
    /// The last number that this library gave a line of the device.
    package let lastLine: Int64
    package let isThere: Bool

    /// Its folder.
    package var name: String { id.text }
}

/// How far a file in the folder is read, or written if it is the library's own.
package struct FolderFile: Equatable, Sendable {
    package let name: String
    package var version: FolderFileVersion
    package var place: FilePlace
    /// The numbers of its lines.
    package var lines: ClosedRange<Int64>?
    /// How many between them are missing.
    package var missing: Int

    package init(
        name: String, version: FolderFileVersion, place: FilePlace, lines: ClosedRange<Int64>? = nil, missing: Int = 0
    ) {
        (self.name, self.version, self.place, self.lines, self.missing) = (name, version, place, lines, missing)
    }

    /// So that no folder makes the numbers overflow.
    package static let mostMissing = 1 << 30
}

/// What the library remembers of the folder.
package struct FolderMemory: Equatable, Sendable {
    package var devices: [FolderDevice] = []
    /// The files of each device, by name.
    package var files: [Int64: [String: FolderFile]] = [:]
    /// Whether something was done here that the folder may not have.
    package var hasNews = false

    package func own(at site: LibrarySite) -> FolderDevice? {
        devices.first { $0.machine == site.machine && $0.inode == site.inode && $0.isThere }
    }

    /// The numbers of a device's lines that are known, and how many before the last are missing.
    package func known(of device: Int64) -> (last: Int64, missing: Int) {
        var (last, missing) = (Int64(0), 0)
        let ranges = (files[device] ?? [:]).values.compactMap { file in file.lines.map { ($0, file.missing) } }
        for (lines, inside) in ranges.sorted(by: { $0.0.lowerBound < $1.0.lowerBound }) {
            missing += inside + max(0, Int(clamping: lines.lowerBound - last - 1))
            last = max(last, lines.upperBound)
        }
        return (last, missing)
    }
}

extension Library {
    package func folderMemory() throws(LibraryFailure) -> FolderMemory {
        try read { database in
            var memory = FolderMemory()
            memory.devices = try database.folderDevices()
            try database.each(
                "SELECT device, name, size, changed, place, tail, first_line, last_line, missing FROM folder_files"
            ) { row in
                let file = FolderFile(row)
                memory.files[row.integer(0), default: [:]][file.name] = file
            }
            memory.hasNews =
                try database.first(
                    """
                    SELECT EXISTS (SELECT 1 FROM folder_touches) OR EXISTS (SELECT 1 FROM folder_lines)
                        OR EXISTS (SELECT 1 FROM server_accounts WHERE kind = 'folder' AND lists_read_at IS NULL)
                    """
                ) { $0.bool(0) } ?? false
            return memory
        }
    }
}

extension Database {
    func folderDevices() throws -> [FolderDevice] {
        try all("SELECT id, name, title, version, seen, machine, inode, last_line, is_there FROM folder_devices") {
            FolderDevice($0)
        }.compactMap(\.self)
    }

    /// Remembers how far a file is read.
    func record(_ file: FolderFile, of device: Int64) throws {
        try run(
            """
            INSERT OR REPLACE INTO folder_files (device, name, size, changed, place, tail, first_line, last_line, missing)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, device, file.name, file.version.size, file.version.changed, file.place.offset, Int64(file.place.tail),
            file.lines?.lowerBound, file.lines?.upperBound, file.missing)
    }
}

extension FolderDevice {
    fileprivate init?(_ row: borrowing Row) {
        guard let id = DeviceID(row.text(1)) else { return nil }
        (self.row, self.id) = (row.integer(0), id)
        (title, version) = (row.optionalText(2), row.optionalText(3))
        let time = row.integer(4)
        seen = time > 0 ? Date(timeIntervalSince1970: Double(time) / 1000) : nil
        (machine, inode, lastLine, isThere) = (row.optionalText(5), row.optionalInteger(6), row.integer(7), row.bool(8))
        isOwn = machine != nil
    }
}

extension FolderFile {
    fileprivate init(_ row: borrowing Row) {
        let (first, last) = (row.optionalInteger(6), row.optionalInteger(7))
        var lines: ClosedRange<Int64>?
        if let first, let last, 0 <= first, first <= last, last <= FolderLine.greatest { lines = first...last }
        self.init(
            name: row.text(1), version: FolderFileVersion(size: row.int(2), changed: row.integer(3)),
            place: FilePlace(offset: max(0, row.int(4)), tail: UInt32(truncatingIfNeeded: row.integer(5))),
            lines: lines,
            missing: min(max(0, row.int(8)), Self.mostMissing))
    }
}

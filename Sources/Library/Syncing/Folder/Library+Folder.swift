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
            let touches = try database.all("SELECT id, items, time, is_tagging FROM folder_touches ORDER BY id DESC") {
                (id: $0.integer(0), items: $0.itemSet(1) ?? ItemSet(), time: $0.integer(2), isTagging: $0.bool(3))
            }
            // A later note counts. Tags are noted apart.
            var done: [Bool: ItemSet] = [:]
            for touch in touches {
                let rest = touch.items.subtracting(done[touch.isTagging] ?? ItemSet())
                done[touch.isTagging, default: ItemSet()] = touch.items.union(done[touch.isTagging] ?? ItemSet())
                try changes.compare(rest, at: touch.time, isTagging: touch.isTagging)
            }
            let isSurveyed = try database.first("SELECT lists_read_at FROM server_accounts WHERE id = ?", account) {
                !$0.isNull(0)
            }
            if isSurveyed == false {
                for run in ItemSet(range: 1...max(1, try database.newestItem)).chunks(of: 10_000) {
                    try changes.compare(ItemSet(range: run), at: nil, isTagging: true)
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
            SELECT folder_marks.device, kind, is_set, key, link, folder_marks.time FROM folder_marks JOIN folder_feeds ON feed = folder_feeds.id
            WHERE url = ? AND feed <> ?
            """, url, row
        ) { line in
            guard let kind = FolderMarkKind(stored: line.text(1)) else { return }
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

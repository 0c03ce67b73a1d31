import Glibc
import SQLite

/// The file of a damaged library.
struct DamagedFile {
    let path: String

    /// Whether it ever was a database. Anything else is someone's file and stays as it is.
    var wasDatabase: Bool {
        guard let head = try? head() else { return false }
        return head.starts(with: Self.header.prefix(16)) || isBeheaded
    }

    /// Whether there are only zeros where every database has a fixed text.
    private var isBeheaded: Bool {
        guard let head = try? head() else { return false }
        return size >= 2 * Self.largestPage && head.allSatisfy { $0 == 0 }
    }

    /// Restores a lost header: all libraries have the same, except for numbers that SQLite doesn't need.
    func restoreHeader() throws {
        guard isBeheaded else { return }
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        defer { close(descriptor) }
        var header = Self.header
        let pageSize = pageSize(descriptor)
        header[16] = UInt8(pageSize >> 8)
        for (place, shift) in zip(28..<32, [24, 16, 8, 0]) {
            header[place] = UInt8(truncatingIfNeeded: (size / pageSize) >> shift)
        }
        guard pwrite(descriptor, header, header.count, 0) == header.count, fsync(descriptor) == 0 else {
            throw LibraryFailure.unreadable(path: path, reason: String(cString: strerror(errno)))
        }
    }

    /// Whether another process has it open and would continue to write to it.
    ///
    /// Every connection holds a read lock on one byte of the log's index (“UNIX_SHM_DMS” in SQLite's os_unix.c).
    var isInUse: Bool {
        let descriptor = open(path + "-shm", O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = 128
        lock.l_len = 1
        return fcntl(descriptor, F_GETLK, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
    }

    /// Deduced from the positions where pages of tables and indexes begin: with twice the true size all fit, with half
    /// of it one in two.
    private func pageSize(_ descriptor: Int32) -> Int {
        func share(_ pageSize: Int) -> Double {
            let pages = 1..<min(size / pageSize, 200)
            let beginnings = pages.count { page in
                var first: UInt8 = 0
                return pread(descriptor, &first, 1, page * pageSize) == 1 && [2, 5, 10, 13].contains(first)
            }
            return Double(beginnings) / Double(max(pages.count, 1))
        }
        return share(4096) > 0.75 * share(8192) ? 4096 : 8192
    }

    private var size: Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    private func head() throws -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        var head = [UInt8](repeating: 1, count: Self.header.count)
        guard pread(descriptor, &head, head.count, 0) == head.count else {
            throw LibraryFailure.unreadable(path: path, reason: "it's too short")
        }
        return head
    }

    private static let largestPage = 8192

    /// The header of a library (https://www.sqlite.org/fileformat2.html, 1.3), without its sizes.
    private static let header: [UInt8] = {
        var header = Array("SQLite format 3\0".utf8) + [UInt8](repeating: 0, count: 84)
        // With a write-ahead log, and the payload fractions, which are fixed.
        header.replaceSubrange(18..<24, with: [2, 2, 0, 64, 32, 32])
        // The change counter and the version that it is valid for, the schema format, UTF-8.
        for place in [27, 43, 59, 95] { header[place] = 1 }
        header[47] = 4
        return header
    }()
}

/// The new name of a library that another file replaces: `library-2026-11-21T101500.damaged.db`.
struct SetAside {
    let path: String
    private let original: String

    init(_ original: String, as word: String, at time: time_t) {
        self.original = original
        let name = original.hasSuffix(".db") ? String(original.dropLast(3)) : original
        let dated = "\(name)-\(Self.stamp(time)).\(word)"
        let free = (1...99).lazy.map { $0 == 1 ? dated : "\(dated)-\($0)" }.first { access($0 + ".db", F_OK) != 0 }
        path = (free ?? dated) + ".db"
    }

    /// Writes what is in the log into the file, if it isn't damaged: the log's name goes a moment before the file is replaced,
    /// and a kill between the two would lose it.
    func emptyLog() {
        guard let database = try? Database(path: original, access: .readWrite) else { return }
        // SQLite finds the log only when it reads.
        _ = try? database.first("SELECT count(*) FROM sqlite_schema") { _ in }
        _ = try? database.checkpoint(.truncate)
    }

    /// Gives the file and its log this name as a second one.
    func link() throws(LibraryFailure) {
        for suffix in ["-wal", ""] where Glibc.link(original + suffix, path + suffix) != 0 {
            if suffix == "-wal", errno == ENOENT { continue }
            let reason = String(cString: strerror(errno))
            withdraw()
            throw .unreadable(path: original, reason: "lede can't rename it: \(reason)")
        }
    }

    /// Takes log and journal away just before another file replaces this one, because they aren't that file's.
    func takeCompanionsAway() {
        for suffix in ["-wal", "-shm"] { unlink(original + suffix) }
        // There is one only if SQLite couldn't roll it back, or was not to.
        rename(original + "-journal", path + "-journal")
    }

    /// Removes the new name again, if the file stays in place.
    func withdraw() {
        rename(path + "-journal", original + "-journal")
        for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
    }

    /// The time in UTC, as part of a file name.
    private static func stamp(_ time: time_t) -> String {
        var time = time
        var parts = tm()
        gmtime_r(&time, &parts)
        var text = [CChar](repeating: 0, count: 32)
        let count = strftime(&text, text.count, "%Y-%m-%dT%H%M%S", &parts)
        return String(decoding: text.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

/// A new file with the rescued rows of an untrusted library. Each row comes over as lede would write it or not at all,
/// and nothing of the schema does.
struct LibraryRescue {
    /// The file to read rows from.
    let source: Database
    /// Whether to skip unreadable parts, which otherwise are an error.
    let goesAroundDamage: Bool
    /// Whether to copy the journal, and what is still to be changed on servers.
    let keepsJournal: Bool

    struct Outcome {
        var items = 0
        /// The number of rows that lede would never write.
        var leftOut = 0
        /// The number of items according to the feeds, if known.
        var expectedItems = 0
    }

    /// Creates the file; the path must have no file or an empty one.
    func run(into path: String, version: Int) throws -> Outcome {
        let draft = try Database(path: path, access: .readWriteCreate, options: .library)
        try draft.execute(DatabaseOptions.library.format)
        // Nothing of it counts before it is moved into place.
        try draft.execute("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF")
        try draft.migrate(Schema.migrations.filter { $0.version <= version })
        var outcome = Outcome()
        try draft.transaction {
            for table in try draft.tablesToSave() where keepsJournal || !["journal", "server_changes"].contains(table) {
                outcome.leftOut +=
                    try TableRescue(of: table, from: source, into: draft, goingAroundDamage: goesAroundDamage)?.run()
                    ?? 0
            }
            try giveNoNumbersAgain(in: draft)
        }
        try draft.migrate(Schema.migrations)
        outcome.expectedItems = (try? draft.first("SELECT total(total) FROM feeds") { $0.int(0) }) ?? 0
        try draft.transaction { try draft.mend(afterLoss: goesAroundDamage || outcome.leftOut > 0) }
        outcome.items = try draft.countItems()
        return outcome
    }

    /// Numbers of lost rows aren't reused.
    private func giveNoNumbersAgain(in draft: Database) throws {
        guard source.hasPlainTable("sqlite_sequence", with: "seq") else { return }
        let numbered = try draft.all(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%'"
        ) { $0.text(0) }
        for table in numbered {
            let last = try? source.first(
                "SELECT max(seq) FROM sqlite_sequence WHERE name = ? AND typeof(seq) = 'integer'", table
            ) { $0.optionalInteger(0) }
            guard let last = (last ?? nil) ?? nil, ColumnKind.number.admits(.integer(last)) else { continue }
            if try draft.run("UPDATE sqlite_sequence SET seq = max(seq, ?2) WHERE name = ?1", table, last) == 0 {
                try draft.run("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", table, last)
            }
        }
    }
}

extension Database {
    /// Repairs a library that lacks rows, so that it keeps all its promises.
    ///
    /// If rows are lost, feeds fetch them again: their next requests are unconditional.
    func mend(afterLoss isLossKnown: Bool) throws {
        try execute(
            """
            INSERT OR IGNORE INTO feeds (id, url, position, is_subscribed)
                SELECT DISTINCT feed, 'lost:' || feed, 0, 0 FROM items WHERE feed NOT IN (SELECT id FROM feeds);
            DELETE FROM items WHERE feed NOT IN (SELECT id FROM feeds);
            INSERT INTO states (item, feed, date)
                SELECT id, feed, added FROM items WHERE id NOT IN (SELECT item FROM states);
            UPDATE states SET feed = (SELECT feed FROM items WHERE id = item)
                WHERE feed <> (SELECT feed FROM items WHERE id = item);
            -- No text has this revision, so the feed's next document writes it again.
            UPDATE items SET revision = 0 WHERE id NOT IN (SELECT item FROM contents);
            INSERT INTO contents (item, html)
                SELECT id, '' FROM items WHERE id NOT IN (SELECT item FROM contents);
            -- Who asked for them then is gone.
            UPDATE fetches SET lease_holder = NULL, lease_until = NULL;
            UPDATE feeds SET account = NULL WHERE account NOT IN (SELECT id FROM server_accounts);
            """)
        if isLossKnown { try run("UPDATE fetches SET etag = NULL, last_modified = NULL, body_hash = NULL") }
        for table in [
            "states", "contents", "enclosures", "categories", "item_tags", "copies", "rule_items", "server_items",
            "episodes"
        ] {
            try execute("DELETE FROM \(table) WHERE item NOT IN (SELECT id FROM items)")
        }
        for table in ["fetches", "fetch_history", "feed_tags", "feed_days", "server_feeds", "server_changes"] {
            try execute("DELETE FROM \(table) WHERE feed NOT IN (SELECT id FROM feeds)")
        }
        for table in ["server_feeds", "server_items", "server_sends", "server_names", "server_changes"] {
            try execute("DELETE FROM \(table) WHERE account NOT IN (SELECT id FROM server_accounts)")
        }
        // Servers tell again of everything, so that lost items return.
        try execute(
            """
            DELETE FROM server_skips;
            DELETE FROM server_labels
                WHERE (account, server_id) NOT IN (SELECT account, server_id FROM server_items);
            UPDATE server_accounts SET cursor = NULL, feeds_read_at = NULL, lists_read_at = NULL, lease_holder = NULL;
            DELETE FROM folder_lines;
            DELETE FROM folder_files;
            DELETE FROM folder_marks WHERE feed NOT IN (SELECT id FROM folder_feeds);
            """)
        try execute(
            "DELETE FROM copies WHERE story IN (SELECT story FROM copies GROUP BY story HAVING count(*) < 2)")
        // The urls file will say which feeds are lost.
        try set(.followedFile, to: nil)
        try recount()
    }

    /// Recomputes all stored counts.
    private func recount() throws {
        try execute(
            """
            UPDATE states SET is_listed = \(Self.shouldBeListed) WHERE is_listed <> \(Self.shouldBeListed);
            UPDATE feeds SET (unread, total) =
                (SELECT count(*) FILTER (WHERE is_read = 0), count(*) FROM states
                 WHERE states.feed = feeds.id AND is_deleted = 0);
            UPDATE feeds SET newest_item = (SELECT max(id) FROM items WHERE items.feed = feeds.id);
            DELETE FROM totals;
            INSERT INTO totals (\(ItemState.totals))
                SELECT \(ItemState.counts) FROM states WHERE is_listed = 1;
            """)
    }

    func countItems() throws -> Int { try first("SELECT count(*) FROM items") { $0.int(0) } ?? 0 }

    /// The tables with original data. The search index and the rows of saved searches are rebuilt, and pictures fetched
    /// again.
    fileprivate func tablesToSave() throws -> [String] {
        try all(
            """
            SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%'
                AND name NOT LIKE 'search%' AND name NOT LIKE 'quer%' AND name <> 'totals'
                AND name NOT LIKE '%picture%'
            """
        ) { $0.text(0) }
    }
}

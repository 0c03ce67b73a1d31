import Glibc
import SQLite
import System

extension Library {
    /// The faults of the file and of its derived data, in words; empty if there are none.
    ///
    /// Reads everything, so a large library takes a while.
    package func check() throws(LibraryFailure) -> [String] {
        let problems = try read { try $0.problems(.full) }
        guard problems.isEmpty else {
            // Counts in a damaged file mean nothing. The next opening saves what it can.
            DamageNote(path).leave()
            return problems
        }
        return try read { database in
            let promises = try Promise.all + database.searchVolumes().map { Promise.everythingIsIndexed(in: $0.volume) }
            return try promises.compactMap { try $0.breach(in: database) }
        }
    }
}

/// Derived data that can be checked against the rest.
private struct Promise {
    let words: String
    /// A query for its violations.
    let query: String

    init(_ words: String, _ query: String) {
        self.words = words
        self.query = query
    }

    func breach(in database: Database) throws -> String? {
        let count = try database.first("SELECT count(*) FROM (\(query))") { $0.int(0) } ?? 0
        return count == 0 ? nil : "\(words): \(count)"
    }

    /// Every text below a volume's index limit is in the volume, in its latest edition or with that pending.
    static func everythingIsIndexed(in volume: SearchVolume) -> Promise {
        let number = "(items.id | (coalesce(edition, 0) << \(SearchText.editionShift)))"
        return Promise(
            "items that the search has lost",
            """
            SELECT items.id FROM items JOIN search_volumes ON volume = \(volume.number)
                LEFT JOIN search_changes ON item = items.id
            WHERE items.id BETWEEN \(volume.items.lowerBound) AND indexed AND coalesce(is_due, 0) = 0
                AND \(number) NOT IN (SELECT id FROM \(volume.table)_docsize)
            """)
    }

    static let all = [
        Promise("items without marks", "SELECT id FROM items WHERE id NOT IN (SELECT item FROM states)"),
        Promise("items without a text", "SELECT id FROM items WHERE id NOT IN (SELECT item FROM contents)"),
        Promise("rows that belong to nothing", "SELECT * FROM pragma_foreign_key_check"),
        Promise(
            "items whose marks belong to another feed",
            "SELECT id FROM items JOIN states ON item = id WHERE states.feed <> items.feed"),
        Promise(
            "feeds with a wrong count",
            """
            SELECT id FROM feeds
                LEFT JOIN (SELECT feed, count(*) AS items, total(is_read = 0) AS news FROM states WHERE is_deleted = 0
                    GROUP BY feed) ON feed = id
            WHERE (unread, total) IS NOT (CAST(coalesce(news, 0) AS INTEGER), coalesce(items, 0))
            """),
        Promise(
            "wrong totals",
            """
            SELECT * FROM totals WHERE (\(ItemState.totals)) IS NOT
                (SELECT \(ItemState.counts) FROM states WHERE is_listed = 1)
            """),
        Promise(
            "saved searches with a wrong count",
            """
            SELECT id FROM queries WHERE is_kept = 1 AND (items, unread) IS NOT
                (SELECT count(*), CAST(total(is_read = 0) AS INTEGER) FROM query_items WHERE query = id)
            """),
        Promise(
            "items of saved searches with other marks or dates than the items themselves",
            """
            SELECT query_items.item FROM query_items JOIN states USING (item)
            WHERE is_deleted = 1 OR query_items.is_read <> states.is_read OR query_items.date <> states.date
            """),
        Promise(
            "feeds of a server that the urls file doesn't name, or of none",
            """
            SELECT id FROM feeds WHERE account IS NOT NULL AND is_subscribed = 1
                AND account NOT IN (SELECT id FROM server_accounts WHERE is_followed = 1)
            """),
        Promise("duplicates of nothing", "SELECT story FROM copies GROUP BY story HAVING count(*) < 2"),
        Promise(
            "duplicates within one feed",
            "SELECT story FROM copies JOIN states USING (item) GROUP BY story, feed HAVING count(*) > 1"),
        Promise(
            "items that lists should show or hide",
            "SELECT item FROM states WHERE is_listed <> \(Database.shouldBeListed)")
    ]
}

extension Library {
    /// Copies the library as it is now to a file, whole or not at all, replacing an older backup. Others may read and
    /// write meanwhile.
    package func backUp(to destination: String) throws(LibraryFailure) {
        do {
            guard !isPart(destination), Self.mayBecomeBackup(destination) else {
                throw LibraryFailure.occupied(path: destination)
            }
            let draft = FileDraft(ofDatabase: destination, ending: ".draft")
            // Two at once would put each other's draft in place.
            try PrivateFiles.withLock(on: PrivateFiles.parent(of: draft.path)) {
                try draft.make { try pool.backUp(to: draft.path) }
            }
        } catch {
            throw LibraryFailure(error, opening: destination)
        }
    }

    /// Replaces a library that nobody has open with a backup.
    ///
    /// The backup may come from someone else. So only its rows come over, into a file that lede makes; its
    /// journal doesn't. The urls file decides which of its feeds stay.
    package static func restore(_ backup: String, to path: String) throws(LibraryFailure) -> Restored {
        do {
            // lede would wait for a pipe, and a folder isn't a file.
            guard Self.mayBeFile(backup) else { throw LibraryFailure.noBackup(path: backup) }
            let source = try Database(path: backup, access: .readOnly, options: .source)
            guard try source.isLibrary else { throw LibraryFailure.noBackup(path: backup) }
            let version = try source.schemaVersion
            guard version <= Schema.version else { throw LibraryFailure.newerVersion(path: backup) }
            guard Schema.migrations.contains(where: { $0.version == version }) else {
                throw LibraryFailure.olderVersion(path: backup)
            }
            guard !DamagedFile(path: path).isInUse else { throw LibraryFailure.inUse(path: path) }
            let hasSteps = try source.hasSteps
            let draft = FileDraft(ofDatabase: path, ending: ".draft")
            let aside = access(path, F_OK) == 0 ? SetAside(path, as: "replaced", at: time(nil)) : nil
            aside?.emptyLog()
            let outcome = try draft.make(settingAside: aside) {
                try LibraryRescue(source: source, goesAroundDamage: false, keepsJournal: false)
                    .run(into: draft.path, version: version)
            }
            return Restored(replaced: aside?.path, forgetsSteps: hasSteps, leftOutRows: outcome.leftOut)
        } catch let error as SQLiteError where error.isNoDatabase {
            throw LibraryFailure.noBackup(path: backup)
        } catch is TableRescue.Disorder {
            throw LibraryFailure.noBackup(path: backup)
        } catch {
            throw LibraryFailure(error, opening: backup)
        }
    }

    /// The result of a restore.
    package struct Restored: Equatable, Sendable {
        /// Where the replaced library is now.
        package let replaced: String?
        /// Whether the backup had steps to undo, which were left out because they may be someone else's.
        package let forgetsSteps: Bool
        /// The number of rows that lede would never write.
        package let leftOutRows: Int
    }

    /// Whether the path has no file, an empty file or a library: nothing else may be overwritten.
    private static func mayBecomeBackup(_ path: String) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else { return true }
        guard status.st_mode & S_IFMT == S_IFREG else { return false }
        return status.st_size == 0 || (try? Database(path: path, access: .readOnly).isLibrary) == true
    }

    /// Whether nothing is at the path, or a regular file.
    static func mayBeFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
    }

    /// Whether a path leads to one of the library's own files, which other processes may have open.
    private func isPart(_ other: String) -> Bool {
        ["", "-wal", "-shm"].contains { suffix in
            var (here, there) = (stat(), stat())
            return stat(path + suffix, &here) == 0 && stat(other, &there) == 0
                && (here.st_dev, here.st_ino) == (there.st_dev, there.st_ino)
        }
    }
}

extension Database {
    fileprivate var schemaVersion: Int { get throws { try first("PRAGMA user_version") { $0.int(0) } ?? 0 } }

    /// Whether lede may have written it.
    fileprivate var isLibrary: Bool {
        get throws { try schemaVersion > 0 && hasPlainTable("feeds", with: "url") }
    }

    // Doesn't count: SQLite counts a table's rows in one step, which never ends if its pages form a circle.
    fileprivate var hasSteps: Bool {
        get throws {
            try hasPlainTable("journal", with: "kind")
                && first("SELECT 1 FROM journal NOT INDEXED LIMIT 1") { _ in true } == true
        }
    }
}

extension FileDraft {
    /// The draft of a database, with SQLite's files beside it.
    init(ofDatabase target: String, ending end: String) {
        self.init(at: target + end, for: target, companions: ["-wal", "-shm", "-journal"])
    }

    /// Fills the file and moves it into place; the file that was there gets another name, if one is given. It stays in
    /// place until then, so a failure or kill loses neither.
    fileprivate func make<Result>(settingAside aside: SetAside? = nil, _ fill: () throws -> Result) throws -> Result {
        try make()
        defer { discard() }
        let result = try fill()
        // Without a log it can be read even on a read-only disk.
        try Database(path: path, access: .readWrite).setPragma("journal_mode", to: "DELETE")
        try sync()
        try aside?.link()
        if let aside {
            aside.takeCompanionsAway()
        } else {
            // SQLite would read the log of an older file as this one's.
            removeCompanions(of: target)
        }
        do {
            try putInPlace()
        } catch {
            aside?.withdraw()
            throw error
        }
        settle()
        return result
    }
}

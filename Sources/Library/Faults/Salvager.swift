import Glibc
import SQLite

/// Sets a damaged library aside, and makes a new one of what can be read of it.
struct Salvager {
    let path: String
    private let aside: SetAside

    private var draft: String { path + ".salvage" }

    init(path: String, at time: time_t) {
        self.path = path
        aside = SetAside(path, as: "damaged", at: time)
    }

    /// The damaged file keeps its place until the new one takes it, so that a kill at any instant loses neither.
    func run() throws -> Salvage {
        try aside.link()
        do {
            removeDraft()
            let salvage = try fillDraft()
            try takePlace()
            // Looking at it has left an index of its log.
            unlink(aside.path + "-shm")
            return salvage
        } catch {
            removeDraft()
            // It is still where it was.
            aside.withdraw()
            throw error
        }
    }

    private func fillDraft() throws -> Salvage {
        try DamagedFile(path: aside.path).restoreHeader()
        let source = try Database(path: aside.path, access: .readOnly, options: .library)
        try source.takeWhatIsLeftOfSchema()
        let draft = try Database(path: draft, access: .readWriteCreate, options: .library)
        // Nothing of it counts before it has taken its place.
        try draft.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF")
        try draft.migrate(Array(Migration.all.prefix(source.schemaVersion)))
        try draft.transaction {
            for table in try draft.tablesToSave() {
                try TableRescue(of: table, from: source, into: draft)?.run()
            }
            // Numbers of items that are lost are not given again.
            try TableRescue(of: "sqlite_sequence", from: source, into: draft)?.run()
            try draft.execute(
                """
                DELETE FROM sqlite_sequence WHERE rowid NOT IN
                    (SELECT rowid FROM (SELECT rowid, max(seq) FROM sqlite_sequence GROUP BY name))
                """)
        }
        try draft.migrate(Migration.all)
        let kept = (try? draft.first("SELECT total(total) FROM feeds") { $0.int(0) }) ?? 0
        try draft.transaction { try draft.mend() }
        let saved = try draft.countItems()
        return Salvage(damagedPath: aside.path, savedItems: saved, expectedItems: max(saved, kept))
    }

    private func takePlace() throws {
        let descriptor = open(draft, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure }
        defer { close(descriptor) }
        guard fchmod(descriptor, 0o600) == 0, fsync(descriptor) == 0 else { throw failure }
        // The log is the damaged file's, which has it under its new name.
        aside.unlinkLog()
        guard rename(draft, path) == 0 else { throw failure }
        path.syncFolder()
    }

    private func removeDraft() {
        for suffix in ["", "-wal", "-shm"] { unlink(draft + suffix) }
    }

    /// Why the system did not do what it was asked for last.
    private var failure: LibraryFailure {
        .unreadable(path: path, reason: "it is damaged, and can't be set aside: \(String(cString: strerror(errno)))")
    }
}

extension Database {
    /// Has SQLite go by the tables that it still finds where a part of the schema can't be read.
    fileprivate func takeWhatIsLeftOfSchema() throws {
        try execute("PRAGMA writable_schema = ON")
        // The first statement fails nevertheless (sqlite3InitOne in prepare.c).
        _ = try? first("SELECT 1 FROM sqlite_schema") { _ in }
    }

    /// The version of a library whose header may have been lost, or more.
    fileprivate var schemaVersion: Int {
        let version = (try? first("PRAGMA user_version") { $0.int(0) }) ?? 0
        if version > 0 { return version }
        let isFirst =
            (try? first("SELECT count(*) = 0 FROM sqlite_schema WHERE name = 'states'") { $0.bool(0) }) ?? false
        return isFirst ? 1 : Migration.all.count
    }
}

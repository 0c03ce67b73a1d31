import Glibc
import SQLite

/// Sets a library aside that is damaged, or whose schema is not lede's, and makes a new one of what can be read of it.
struct Salvager {
    let path: String
    private let cause: Salvage.Cause
    private let aside: SetAside

    private var draft: String { path + ".salvage" }

    init(path: String, because cause: Salvage.Cause, at time: time_t) {
        self.path = path
        self.cause = cause
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
        var options = DatabaseOptions.library
        options.mayRepairSchema = true
        let source = try Database(path: aside.path, access: .readOnly, options: options)
        try source.takeWhatIsLeftOfSchema()
        let outcome = try Transplant(source: source, goesAroundDamage: true, keepsJournal: true)
            .run(into: draft, version: source.schemaVersion)
        return Salvage(
            cause: cause, damagedPath: aside.path, savedItems: outcome.items,
            expectedItems: max(outcome.items, outcome.expectedItems))
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
        let look = { _ = try self.first("SELECT 1 FROM sqlite_schema") { _ in } }
        do {
            try look()
        } catch {
            try execute("PRAGMA writable_schema = ON")
            // The first statement fails nevertheless (sqlite3InitOne in prepare.c).
            _ = try? look()
        }
    }

    /// The version of a library whose header may have been lost.
    fileprivate var schemaVersion: Int {
        let version = (try? first("PRAGMA user_version") { $0.int(0) }) ?? 0
        if (1...Migration.all.count).contains(version) { return version }
        let isFirst =
            (try? first("SELECT count(*) = 0 FROM sqlite_schema WHERE name = 'states'") { $0.bool(0) }) ?? false
        return isFirst ? 1 : Migration.all.count
    }
}

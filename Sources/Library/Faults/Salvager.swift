import Files
import Glibc
import SQLite

/// Sets a library aside that is damaged or has a foreign schema, and fills a new one with its readable rows.
struct Salvager {
    let path: String
    private let cause: Salvage.Cause
    private let aside: SetAside

    private let draft: Draft

    init(path: String, because cause: Salvage.Cause, at time: time_t) {
        self.path = path
        self.cause = cause
        draft = Draft(ofDatabase: path, ending: ".salvage")
        aside = SetAside(path, as: "damaged", at: time)
    }

    /// The damaged file stays in place until the new one replaces it, so a kill loses neither.
    func run() throws -> Salvage {
        try aside.link()
        do {
            try naming { () throws(FileFailure) in try draft.make() }
            let salvage = try fillDraft()
            try putInPlace()
            // Looking at it has left an index of its log.
            unlink(aside.path + "-shm")
            return salvage
        } catch {
            draft.discard()
            // It is still in its place.
            aside.withdraw()
            throw error
        }
    }

    private func fillDraft() throws -> Salvage {
        try DamagedFile(path: aside.path).restoreHeader()
        var options = DatabaseOptions.source
        options.mayRepairSchema = true
        let source = try Database(path: aside.path, access: .readOnly, options: options)
        try source.useRestOfSchema()
        let outcome = try Transplant(source: source, goesAroundDamage: true, keepsJournal: true)
            .run(into: draft.path, version: source.schemaVersion)
        return Salvage(
            cause: cause, damagedPath: aside.path, savedItems: outcome.items,
            expectedItems: max(outcome.items, outcome.expectedItems))
    }

    private func putInPlace() throws {
        try naming { () throws(FileFailure) in try draft.sync() }
        // The log belongs to the damaged file, which has it under its new name.
        aside.takeCompanionsAway()
        try naming { () throws(FileFailure) in try draft.putInPlace() }
        draft.settle()
    }

    /// Turns a failure of setting the library aside into a `LibraryFailure`.
    private func naming(_ body: () throws(FileFailure) -> Void) throws(LibraryFailure) {
        do throws(FileFailure) {
            try body()
        } catch {
            throw .unreadable(path: path, reason: "it's damaged, and lede can't rename it: \(error.reason)")
        }
    }
}

extension Database {
    /// Makes SQLite use the tables that it still finds if a part of the schema is unreadable.
    fileprivate func useRestOfSchema() throws {
        let look = { _ = try self.first("SELECT 1 FROM sqlite_schema") { _ in } }
        do {
            try look()
        } catch {
            try execute("PRAGMA writable_schema = ON")
            // The first statement fails all the same (sqlite3InitOne in prepare.c).
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

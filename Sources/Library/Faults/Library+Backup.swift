import Files
import Glibc
import SQLite

extension Library {
    /// Copies the library as it is now to a file, in place of a backup that is there, whole or not at all. Others read and
    /// write meanwhile.
    package func backUp(to destination: String) throws(LibraryFailure) {
        do {
            guard !isPart(destination), Self.mayBecomeBackup(destination) else {
                throw LibraryFailure.occupied(path: destination)
            }
            let draft = Draft(ofDatabase: destination, ending: ".draft")
            try draft.make { try pool.backUp(to: draft.path) }
        } catch {
            throw LibraryFailure(error, opening: destination)
        }
    }

    /// Puts what a backup holds in the place of a library that nobody has open.
    ///
    /// The backup may be of somebody else. So its rows are taken over into a file that the migrations make, and nothing of its
    /// schema; its journal stays behind; and what the urls file says is compared with what the backup is subscribed to.
    package static func restore(_ backup: String, to path: String) throws(LibraryFailure) -> Restored {
        do {
            // A pipe would be waited for, and a folder is no file.
            guard Self.mayBeFile(backup) else { throw LibraryFailure.noBackup(path: backup) }
            let source = try Database(path: backup, access: .readOnly, options: .library)
            guard try source.isLibrary else { throw LibraryFailure.noBackup(path: backup) }
            let version = try source.schemaVersion
            guard version <= Migration.all.count else { throw LibraryFailure.newerVersion(path: backup) }
            guard !DamagedFile(path: path).isInUse else { throw LibraryFailure.inUse(path: path) }
            let hasSteps = try source.hasSteps
            let draft = Draft(ofDatabase: path, ending: ".draft")
            let aside = access(path, F_OK) == 0 ? SetAside(path, as: "replaced", at: time(nil)) : nil
            let outcome = try draft.make(settingAside: aside) {
                try Transplant(source: source, goesAroundDamage: false, keepsJournal: false)
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

    /// What putting a backup in a library's place came to.
    package struct Restored: Equatable, Sendable {
        /// Where the library lies now that was there before.
        package let replaced: String?
        /// Whether there were steps to undo, which may be somebody else's and stay behind.
        package let forgetsSteps: Bool
        /// How many rows no lede writes.
        package let leftOutRows: Int
    }

    /// Whether nothing is there, or an empty file, or a library: anything else would be lost.
    private static func mayBecomeBackup(_ path: String) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else { return true }
        guard status.st_mode & S_IFMT == S_IFREG else { return false }
        return status.st_size == 0 || (try? Database(path: path, access: .readOnly).isLibrary) == true
    }

    private static func mayBeFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
    }

    /// Whether a path leads to one of the library's own files, which others have open and would write to on after it is gone.
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

    // Not how many: SQLite counts the rows of a table in one step, which never ends where its pages lead in circles.
    fileprivate var hasSteps: Bool {
        get throws {
            try hasPlainTable("journal", with: "kind")
                && first("SELECT 1 FROM journal NOT INDEXED LIMIT 1") { _ in true } == true
        }
    }
}

extension Draft {
    /// The draft of a database, and of what SQLite puts beside it.
    init(ofDatabase target: String, ending end: String) {
        self.init(at: target + end, for: target, companions: ["-wal", "-shm", "-journal"])
    }

    /// Has the file filled, and puts it in its place, where what was there before keeps another name, if one is given. It
    /// stays there until then, so that a failure or a kill at any instant loses neither.
    fileprivate func make<Result>(settingAside aside: SetAside? = nil, _ fill: () throws -> Result) throws -> Result {
        try make()
        defer { discard() }
        let result = try fill()
        // Alone, without a log, it can be read where nothing may be written.
        try Database(path: path, access: .readWrite).setPragma("journal_mode", to: "DELETE")
        try sync()
        try aside?.link()
        aside?.unlinkLog()
        do {
            try takePlace()
        } catch {
            aside?.withdraw()
            throw error
        }
        settle()
        return result
    }
}

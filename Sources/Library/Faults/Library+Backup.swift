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
            let draft = Draft(for: destination)
            try draft.make { try pool.backUp(to: draft.path) }
        } catch {
            throw LibraryFailure(error, opening: destination)
        }
    }

    /// Puts a backup in the place of a library that nobody has open.
    ///
    /// The backup may be of somebody else, so that its journal puts nothing back into the urls file, and what that says is
    /// compared with what the backup is subscribed to.
    package static func restore(_ backup: String, to path: String) throws(LibraryFailure) -> Restored {
        do {
            // A pipe would be waited for, and a folder is no file.
            guard Self.mayBeFile(backup) else { throw LibraryFailure.noBackup(path: backup) }
            let source = try Database(path: backup, access: .readOnly)
            guard try source.isLibrary, try source.problems(.quick, limit: 1).isEmpty else {
                throw LibraryFailure.noBackup(path: backup)
            }
            guard try source.schemaVersion <= Migration.all.count else {
                throw LibraryFailure.newerVersion(path: backup)
            }
            guard !DamagedFile(path: path).isInUse else { throw LibraryFailure.inUse(path: path) }
            let draft = Draft(for: path)
            let aside = access(path, F_OK) == 0 ? SetAside(path, as: "replaced", at: time(nil)) : nil
            let forgotten = try draft.make(settingAside: aside) {
                let copy = try Database(path: draft.path, access: .readWriteCreate)
                try source.backUp(to: copy)
                return try copy.forgetUrlsFile()
            }
            return Restored(replaced: aside?.path, forgottenSteps: forgotten)
        } catch let error as SQLiteError where error.isNoDatabase {
            throw LibraryFailure.noBackup(path: backup)
        } catch {
            throw LibraryFailure(error, opening: backup)
        }
    }

    /// What putting a backup in a library's place came to.
    package struct Restored: Equatable, Sendable {
        /// Where the library lies now that was there before.
        package let replaced: String?
        /// How many changes of the urls file can't be taken back any more.
        package let forgottenSteps: Int
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

    /// Whether lede has written it.
    fileprivate var isLibrary: Bool {
        get throws {
            try schemaVersion > 0 && first("SELECT 1 FROM sqlite_schema WHERE name = 'feeds'") { _ in true } == true
        }
    }

    /// Forgets which urls file it follows, and the steps that hold lines of it; returned is how many these were.
    fileprivate func forgetUrlsFile() throws -> Int {
        let tables = try Set(all("SELECT name FROM sqlite_schema WHERE type = 'table'") { $0.text(0) })
        if tables.contains("settings") { try set(.followedFile, to: nil) }
        guard tables.contains("journal") else { return 0 }
        let kinds = "('\(Step.kindsWithLines.joined(separator: "', '"))')"
        let count = try first("SELECT count(*) FROM journal WHERE kind IN \(kinds)") { $0.int(0) } ?? 0
        try run("DELETE FROM journal WHERE kind IN \(kinds)")
        return count
    }
}

/// A file that takes another's place when it is whole.
private struct Draft {
    let destination: String
    let path: String

    init(for destination: String) {
        self.destination = destination
        path = destination + ".draft"
    }

    /// Has the file filled, and puts it in its place, where what was there before keeps another name, if one is given. It
    /// stays there until then, so that a failure or a kill at any instant loses neither.
    func make<Result>(settingAside aside: SetAside? = nil, _ fill: () throws -> Result) throws -> Result {
        remove()
        defer { remove() }
        // Made here, so that nobody else may read it at any time.
        let created = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        // What is in the way of it is named.
        guard created >= 0 else { throw errno == EEXIST ? failure(of: path) : failure(of: destination) }
        close(created)
        let result = try fill()
        // Alone, without a log, it can be read where nothing may be written.
        try Database(path: path, access: .readWrite).setPragma("journal_mode", to: "DELETE")
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure(of: destination) }
        try aside?.link()
        aside?.unlinkLog()
        guard rename(path, destination) == 0 else {
            let failure = failure(of: destination)
            aside?.withdraw()
            throw failure
        }
        destination.syncFolder()
        return result
    }

    /// Why the system did not do what it was asked for last.
    private func failure(of path: String) -> LibraryFailure {
        .unreadable(path: path, reason: String(cString: strerror(errno)))
    }

    private func remove() {
        for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
    }
}

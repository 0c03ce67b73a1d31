import Glibc
import SQLite

extension Library {
    /// Copies the library as it is now to a file, in place of what is there, whole or not at all. Others read and write
    /// meanwhile.
    package func backUp(to destination: String) throws(LibraryFailure) {
        do {
            guard !isSameFile(destination) else {
                throw LibraryFailure.unreadable(path: destination, reason: "it is the library itself")
            }
            let draft = Draft(for: destination)
            try draft.make { try pool.backUp(to: draft.path) }
        } catch {
            throw LibraryFailure(error, opening: destination)
        }
    }

    /// Puts a backup in the place of a library that nobody has open; returned is where that library lies now.
    package static func restore(_ backup: String, to path: String) throws(LibraryFailure) -> String? {
        do {
            let source = try Database(path: backup, access: .readOnly)
            let version = try source.first("PRAGMA user_version") { $0.int(0) } ?? 0
            guard version <= Migration.all.count else { throw LibraryFailure.newerVersion(path: backup) }
            let isLibrary = try source.first("SELECT 1 FROM sqlite_schema WHERE name = 'feeds'") { _ in true }
            guard version > 0, isLibrary == true, try source.problems(.quick, limit: 1).isEmpty else {
                throw LibraryFailure.noBackup(path: backup)
            }
            guard !DamagedFile(path: path).isInUse else { throw LibraryFailure.inUse(path: path) }
            let draft = Draft(for: path)
            return try draft.make {
                try source.backUp(to: Database(path: draft.path, access: .readWriteCreate))
                return access(path, F_OK) == 0 ? try SetAside(path, as: "replaced", at: time(nil)).move() : nil
            }
        } catch let error as SQLiteError where error.isNoDatabase {
            throw LibraryFailure.noBackup(path: backup)
        } catch {
            throw LibraryFailure(error, opening: backup)
        }
    }

    /// Whether a path leads to the library's own file, which others have open and would write to on after it is gone.
    private func isSameFile(_ other: String) -> Bool {
        var (here, there) = (stat(), stat())
        return stat(path, &here) == 0 && stat(other, &there) == 0
            && (here.st_dev, here.st_ino) == (there.st_dev, there.st_ino)
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

    func make<Result>(_ fill: () throws -> Result) throws -> Result {
        remove()
        defer { remove() }
        // Made here, so that nobody else may read it at any time.
        let created = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard created >= 0 else {
            throw LibraryFailure.unreadable(path: path, reason: String(cString: strerror(errno)))
        }
        close(created)
        let result = try fill()
        // Alone, without a log, it can be read where nothing may be written.
        try Database(path: path, access: .readWrite).setPragma("journal_mode", to: "DELETE")
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        defer { close(descriptor) }
        guard fsync(descriptor) == 0, rename(path, destination) == 0 else {
            throw LibraryFailure.unreadable(path: destination, reason: String(cString: strerror(errno)))
        }
        destination.syncFolder()
        return result
    }

    private func remove() {
        for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
    }
}

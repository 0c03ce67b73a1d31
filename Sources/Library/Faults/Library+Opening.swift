import Files
import Glibc
import SQLite

extension Library {
    /// Opens the file. If it is damaged or has a foreign schema, rescues its rows first.
    static func openPool(_ path: String, _ options: DatabaseOptions) throws -> (DatabasePool, Salvage?) {
        var cause = Salvage.Cause.damage
        do {
            let pool = try DatabasePool(path: path, migrations: Migration.all, options: options)
            guard DamageNote(path).isThere else { return (pool, nil) }
            let problems = try pool.read { try $0.problems(.quick, limit: 1) }
            DamageNote(path).remove()
            if problems.isEmpty { return (pool, nil) }
            pool.close()
        } catch let error as SQLiteError where error.isNoDatabase && DamagedFile(path: path).wasDatabase {
        } catch let foreign as ForeignSchema {
            guard foreign.isOfLibrary else { throw LibraryFailure.noDatabase(path: path) }
            cause = .foreignSchema
        }
        return try salvage(path, options, because: cause)
    }

    private static func salvage(
        _ path: String, _ options: DatabaseOptions, because cause: Salvage.Cause
    ) throws -> (DatabasePool, Salvage?) {
        let folder = open(PrivateFiles.parent(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(folder) }
        // A file system without locks is no reason to fail.
        _ = flock(folder, LOCK_EX)
        // Another process may have done it while this one waited.
        if let pool = try? DatabasePool(path: path, migrations: Migration.all, options: options),
            try pool.read({ try $0.problems(.quick, limit: 1) }).isEmpty
        {
            return (pool, nil)
        }
        // A process that only looked, like this one, closes the file in a moment.
        var patience = 40
        while DamagedFile(path: path).isInUse {
            guard patience > 0 else { throw LibraryFailure.damagedInUse(path: path) }
            patience -= 1
            usleep(50_000)
        }
        let salvage = try Salvager(path: path, because: cause, at: time(nil)).run()
        return (try DatabasePool(path: path, migrations: Migration.all, options: options), salvage)
    }
}

/// A note beside the library that it was found damaged in use, for the next opening.
struct DamageNote {
    private let path: String

    init(_ library: String) {
        path = library + ".damaged"
    }

    var isThere: Bool { access(path, F_OK) == 0 }

    func leave() { _ = try? PrivateFiles.makeFile(path) }

    func remove() { unlink(path) }
}

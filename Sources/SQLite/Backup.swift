import CSQLite

extension Database {
    /// Makes `destination` a copy of this database, some pages at a time.
    ///
    /// Throwing in `afterStep` ends the backup and leaves the destination unchanged. In a transaction the copy has the
    /// transaction's state; outside one it starts again if another process writes.
    package func backUp(
        to destination: Database, pagesPerStep: Int32 = 256, afterStep: () throws -> Void = {}
    ) throws {
        // A transaction's state is fixed only by its first query.
        if isInTransaction { _ = try pragma("schema_version") }
        guard let backup = sqlite3_backup_init(destination.connection.handle, "main", connection.handle, "main") else {
            throw SQLiteError(destination.connection.handle)
        }
        do {
            var status = SQLITE_OK
            while status == SQLITE_OK {
                status = sqlite3_backup_step(backup, pagesPerStep)
                guard [SQLITE_OK, SQLITE_DONE].contains(status) else { break }
                if status == SQLITE_OK { try afterStep() }
            }
        } catch {
            sqlite3_backup_finish(backup)
            throw error
        }
        guard sqlite3_backup_finish(backup) == SQLITE_OK else { throw SQLiteError(destination.connection.handle) }
    }
}

/// How thoroughly to check a file.
package enum IntegrityCheck: String, Sendable {
    /// Checks the pages and the rows.
    case quick = "quick_check"
    /// Also compares every index with its table, which takes several times as long.
    case full = "integrity_check"
}

extension Database {
    /// Returns the file's problems in SQLite's words, at most `limit` lines; none if it is sound.
    package func problems(_ check: IntegrityCheck, limit: Int = 100) throws -> [String] {
        var found: [String] = []
        do {
            try each("PRAGMA \(check.rawValue)(\(limit))") { found.append($0.text(0)) }
        } catch let error as SQLiteError where error.reason == .damaged {
            // The damage prevents the check itself from finishing.
            found.append(error.message)
        }
        return found == ["ok"] ? [] : found
    }
}

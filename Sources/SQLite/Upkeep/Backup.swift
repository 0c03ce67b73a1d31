import CSQLite

/// The progress of a backup, in pages of the file.
package struct BackupProgress: Equatable, Sendable {
    package let done: Int
    package let total: Int
}

extension Database {
    /// Makes `destination` a copy of this database, some pages at a time, reporting each step.
    ///
    /// Throwing in `progress` ends the backup and leaves the destination unchanged. In a transaction the copy has the
    /// transaction's state; outside one it starts again if another process writes.
    package func backUp(
        to destination: Database, pagesPerStep: Int32 = 256, progress: (BackupProgress) throws -> Void = { _ in }
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
                let total = Int(sqlite3_backup_pagecount(backup))
                try progress(BackupProgress(done: total - Int(sqlite3_backup_remaining(backup)), total: total))
            }
        } catch {
            sqlite3_backup_finish(backup)
            throw error
        }
        guard sqlite3_backup_finish(backup) == SQLITE_OK else { throw SQLiteError(destination.connection.handle) }
    }
}

import CSQLite

/// How far a backup has come, in pages of the file.
package struct BackupProgress: Equatable, Sendable {
    package let done: Int
    package let total: Int
}

extension Database {
    /// Makes `destination` a copy of this database, some pages at a time, telling of each step.
    ///
    /// Whoever throws in `progress` ends the backup and leaves the destination as it was. In a transaction the copy
    /// is the state that the transaction sees; outside one it starts again when another process writes meanwhile.
    package func backUp(
        to destination: Database, pagesPerStep: Int32 = 256, progress: (BackupProgress) throws -> Void = { _ in }
    ) throws {
        // A transaction sees one state only from its first query on.
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

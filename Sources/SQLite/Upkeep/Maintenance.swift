import CSQLite

/// How far a checkpoint may go to bring the write-ahead log into the file.
package enum CheckpointMode: Sendable {
    /// As far as it can without disturbing anyone.
    case passive
    /// All of it, after which the log is empty.
    case truncate
}

extension Database {
    /// Brings the write-ahead log into the file, as far as it can without waiting for others.
    ///
    /// Returns whether that was all of it: a reader of an old state, or another writer, may need the rest.
    package func checkpoint(_ mode: CheckpointMode) throws(SQLiteError) -> Bool {
        let patience = busyTimeout
        busyTimeout = .zero
        defer { busyTimeout = patience }
        let mode = mode == .passive ? SQLITE_CHECKPOINT_PASSIVE : SQLITE_CHECKPOINT_TRUNCATE
        var inLog: Int32 = 0
        var inFile: Int32 = 0
        let status = sqlite3_wal_checkpoint_v2(connection.handle, "main", mode, &inLog, &inFile)
        guard [SQLITE_OK, SQLITE_BUSY].contains(status & 0xFF) else { throw SQLiteError(connection.handle) }
        return status == SQLITE_OK && inLog == inFile
    }

    /// Rewrites the file without gaps, which takes twice its room meanwhile. Not in a transaction.
    package func vacuum() throws(SQLiteError) { try run("VACUUM") }

    /// Writes a copy without gaps to a new file.
    package func vacuum(into path: String) throws(SQLiteError) { try run("VACUUM INTO ?", path) }

    /// Gives up to this many free pages back to the file system, and tells how many it gave.
    ///
    /// The file must have been made with the pragma `auto_vacuum = incremental`, before its first table.
    package func vacuum(pages: Int) throws -> Int {
        let before = try freePages
        // All rows have to be asked for: each frees one page.
        try execute("PRAGMA incremental_vacuum(\(pages))")
        return try before - freePages
    }

    /// How many pages of the file hold nothing.
    package var freePages: Int {
        get throws { try first("PRAGMA freelist_count") { $0.int(0) } ?? 0 }
    }
}

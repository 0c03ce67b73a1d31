import CSQLite

/// How far to copy the write-ahead log into the file.
package enum CheckpointMode: Sendable {
    /// As far as possible without disturbing anyone.
    case passive
    /// All of it, which empties the log.
    case truncate
}

extension Database {
    /// Copies the write-ahead log into the file, as far as it can without waiting for others.
    ///
    /// Returns whether it copied everything: a reader of an old state, or another writer, may need the rest.
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

    /// Rewrites the file without gaps, which temporarily takes twice its space. Not allowed in a transaction.
    package func vacuum() throws(SQLiteError) { try run("VACUUM") }

    /// Writes a copy without gaps to a new file.
    package func vacuum(into path: String) throws(SQLiteError) { try run("VACUUM INTO ?", path) }

    /// Returns up to this many free pages to the file system, and tells how many.
    ///
    /// The file must have been created with the pragma `auto_vacuum = incremental`, before its first table.
    package func vacuum(pages: Int) throws -> Int {
        let before = try freePages
        // Each row frees one page, so all must be read.
        try execute("PRAGMA incremental_vacuum(\(pages))")
        return try before - freePages
    }

    /// The number of unused pages of the file.
    package var freePages: Int {
        get throws { try first("PRAGMA freelist_count") { $0.int(0) } ?? 0 }
    }
}

import CSQLite

/// How far a checkpoint may go to bring the write-ahead log into the file.
package enum CheckpointMode: Sendable {
    /// As far as it can without disturbing anyone.
    case passive
    /// All of it, after which the log is empty.
    case truncate
}

/// What a checkpoint has done.
package struct Checkpoint: Equatable, Sendable {
    /// Whether it could do all; a reader of an old state, or another writer, may have kept it from that.
    package let isComplete: Bool
    package let framesInLog: Int
    package let framesInFile: Int
}

extension Database {
    /// Brings what is in the write-ahead log into the file, as far as can be done without waiting for others.
    package func checkpoint(_ mode: CheckpointMode) throws(SQLiteError) -> Checkpoint {
        let patience = busyTimeout
        busyTimeout = .zero
        defer { busyTimeout = patience }
        let mode = mode == .passive ? SQLITE_CHECKPOINT_PASSIVE : SQLITE_CHECKPOINT_TRUNCATE
        var inLog: Int32 = 0
        var inFile: Int32 = 0
        let status = sqlite3_wal_checkpoint_v2(connection.handle, "main", mode, &inLog, &inFile)
        guard [SQLITE_OK, SQLITE_BUSY].contains(status & 0xFF) else { throw SQLiteError(connection.handle) }
        return Checkpoint(
            isComplete: status == SQLITE_OK && inLog == inFile, framesInLog: Int(inLog), framesInFile: Int(inFile))
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

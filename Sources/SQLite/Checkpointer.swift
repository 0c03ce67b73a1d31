import CSQLite
import Dispatch
import System

/// Copies the write-ahead log into the file, in parallel to the writer, on its own connection and queue.
///
/// SQLite itself does it in the commit that makes the log long, so that the next write waits for the disk.
final class Checkpointer: Sendable {
    /// The length of the log, in pages, from which a checkpoint is worthwhile.
    private static let long = 2000
    /// The length at which the writer waits. Otherwise the log could grow as fast as it is copied.
    private static let tooLong = 8000

    /// The length that costs the next process noticeable time, because it has to read the whole log to open the file.
    private static let noticeable = 16

    private struct State {
        var database: Database?
        var isClosed = false
    }

    private struct Log {
        var pages = 0
        var isBroughtIn = false
    }

    private let open: @Sendable () throws -> Database
    /// A separate queue, since it waits for the disk and the writer shouldn't.
    private let queue = DispatchQueue(label: "sqlite.checkpointer", qos: .utility)
    private let state = Locked(State())
    private let log = Locked(Log())

    /// `open` opens the connection when it is first needed.
    init(_ open: @escaping @Sendable () throws -> Database) {
        self.open = open
    }

    /// Handles the checkpoints of a writing connection for as long as both live.
    func serve(_ writer: Database) {
        sqlite3_wal_hook(
            writer.connection.handle,
            { checkpointer, _, _, pages in
                guard let checkpointer else { return SQLITE_OK }
                Unmanaged<Checkpointer>.fromOpaque(checkpointer).takeUnretainedValue().logGrew(to: Int(pages))
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Copies the log into the file and empties it if nobody else uses it, unless it is short.
    func settle() {
        let pages = log.withLock { log in
            defer { log.pages = 0 }
            return log.pages
        }
        guard pages >= Self.noticeable else { return }
        // In this order the writer waits only for the emptying.
        queue.sync { for mode in [CheckpointMode.passive, .truncate] { checkpoint(mode) } }
    }

    /// Closes the connection until it is needed again.
    func release() { queue.sync { state.withLock { $0.database = nil } } }

    func close() {
        queue.sync {
            state.withLock { state in
                state.isClosed = true
                state.database = nil
            }
        }
    }

    /// Called after a commit, when the file's lock is released.
    private func logGrew(to pages: Int) {
        let begins = log.withLock { log in
            log.pages = pages
            guard pages >= Self.long, !log.isBroughtIn else { return false }
            log.isBroughtIn = true
            return true
        }
        if begins {
            queue.async {
                self.checkpoint(.passive)
                self.log.withLock { $0.isBroughtIn = false }
            }
        }
        if pages >= Self.tooLong { queue.sync { checkpoint(.passive) } }
    }

    private func checkpoint(_ mode: CheckpointMode) {
        state.withLock { state in
            guard !state.isClosed else { return }
            // A failed checkpoint is repeated after another commit. Until then everything is safe in the log.
            if state.database == nil { state.database = try? open() }
            _ = try? state.database?.checkpoint(mode)
        }
    }
}

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

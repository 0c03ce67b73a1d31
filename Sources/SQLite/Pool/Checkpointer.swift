import CSQLite
import Dispatch
import Locks

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

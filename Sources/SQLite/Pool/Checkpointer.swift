import CSQLite
import Dispatch
import Locks

/// Brings the write-ahead log into the file beside the writer, with a connection and a queue of its own.
///
/// By itself SQLite does it in the commit that makes the log long, and the next write waits for the disk.
final class Checkpointer: Sendable {
    /// The length of the log, in pages, from which on it is worth the disk's trouble.
    private static let long = 2000
    /// The length at which the writer waits: what is brought in while more is written never comes to an end.
    private static let tooLong = 8000

    /// The length of a log that costs the next process time when it opens the file: it has to read all of it.
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
    /// Its own, since it waits for the disk, which the writer should not.
    private let queue = DispatchQueue(label: "sqlite.checkpointer", qos: .utility)
    private let state = Locked(State())
    private let log = Locked(Log())

    /// The connection is opened by `open`, when it is needed for the first time.
    init(_ open: @escaping @Sendable () throws -> Database) {
        self.open = open
    }

    /// Takes over for a writing connection, for as long as both live.
    func serve(_ writer: Database) {
        sqlite3_wal_hook(
            writer.connection.handle,
            { checkpointer, _, _, pages in
                guard let checkpointer else { return SQLITE_OK }
                Unmanaged<Checkpointer>.fromOpaque(checkpointer).takeUnretainedValue().logGrew(to: Int(pages))
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Brings in what is in the log, and empties it where nobody else is using it, unless it is short.
    func settle() {
        let pages = log.withLock { log in
            defer { log.pages = 0 }
            return log.pages
        }
        guard pages >= Self.noticeable else { return }
        // In this order the writer waits for no more than the emptying.
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

    /// Called after a commit, which has let go of the file's lock.
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
            // What fails is tried again after another commit: until then all is safe in the log.
            if state.database == nil { state.database = try? open() }
            _ = try? state.database?.checkpoint(mode)
        }
    }
}

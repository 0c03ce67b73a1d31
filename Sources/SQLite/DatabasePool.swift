import Dispatch
import Locks

/// One connection that writes, on a serial queue of its own, and as many that read as are needed at once.
///
/// The file is in WAL mode, so reading never waits for a write and sees the last state that was committed.
package final class DatabasePool: Sendable {
    /// The lock is what makes a connection sendable. Nobody ever waits for it: the queue and the borrowing see to that.
    private typealias Connection = Locked<Database>

    private let path: String
    private let writer: Connection
    private let writing = DispatchQueue(label: "lede.library.writer", qos: .userInitiated)
    private let idleReaders = Locked<[Connection]>([])

    /// Opens or makes the file and brings it to the newest of the `migrations`.
    package init(path: String, migrations: [Migration]) throws {
        let database = try Database(path: path, access: .readWriteCreate)
        // NORMAL with a write-ahead log: a kill loses nothing, a power cut at most what was written last.
        try database.keepWriteAheadLog()
        try database.execute("PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON")
        try database.migrate(migrations)
        self.path = path
        writer = Locked(database)
    }

    /// Runs `body` on a reading connection of its own.
    package func read<Result: Sendable>(_ body: (Database) throws -> Result) throws -> Result {
        let reader = try idleReaders.withLock { $0.popLast() } ?? Connection(Database(path: path, access: .readOnly))
        defer { idleReaders.withLock { $0.append(reader) } }
        return try reader.withLock { try body($0) }
    }

    /// Runs `body` in a transaction and waits for it: for callers off the main queue.
    ///
    /// `committed` gets the result before the next write begins, on the writer's queue.
    package func write<Result: Sendable>(
        _ body: @Sendable (Database) throws -> Result, committed: (Result) -> Void = { _ in }
    ) throws -> Result {
        try writing.sync {
            let result = try writeNow(body)
            committed(result)
            return result
        }
    }

    /// Queues `body` to be run in a transaction, then `finish` with how it went, on the writer's queue.
    package func write<Result: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Result,
        finish: @escaping @Sendable (Swift.Result<Result, any Error>) -> Void
    ) {
        writing.async { finish(Swift.Result { try self.writeNow(body) }) }
    }

    /// Waits until everything queued before is written.
    package func drain() { writing.sync {} }

    private func writeNow<Result: Sendable>(_ body: @Sendable (Database) throws -> Result) throws -> Result {
        try writer.withLock { database in
            try database.transaction { try body(database) }
        }
    }
}

extension Database {
    /// Puts the file in WAL mode, in which it stays.
    fileprivate func keepWriteAheadLog() throws {
        do {
            try execute("PRAGMA journal_mode = WAL")
        } catch let error where error.isBusy {
            // Another connection is changing the mode, for which SQLite does not wait here. A transaction waits.
            try transaction {}
            try execute("PRAGMA journal_mode = WAL")
        }
    }
}

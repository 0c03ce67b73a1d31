import CSQLite
import Dispatch
import Synchronization
import System

/// One writing connection on its own serial queue, and as many reading ones as are needed at once.
///
/// The connection that opens the file becomes the first reader. The writer is opened at the first write, so that a
/// start waits for reading one schema only.
///
/// The file is in WAL mode, so reads never wait for a write and see the last committed state.
package final class DatabasePool: Sendable {
    /// A reading connection.
    private struct Reader {
        /// The lock makes the connection sendable. Only a new writer may wait for it, while the opening connection
        /// reads; the queue and the borrowing prevent other waits.
        let connection: Locked<Database>
        let hasOpenedFile: Bool
    }

    private struct Readers {
        let opener: Reader
        var idle: [Reader]

        init(openedBy database: sending Database) {
            opener = Reader(connection: Locked(database), hasOpenedFile: true)
            idle = [opener]
        }
    }

    /// SQLite's version numbers of the file, which for each connection change only when others write.
    private struct Versions {
        /// The version of the opening connection, from then or from when the last writer was closed.
        var ofOpener: Int64
        /// The writer's version when it was opened.
        var ofWriter: Int64?
        /// Whether others wrote while no writer, or another one, was open.
        var differ = false
    }

    private enum Writer {
        case notOpenYet
        case open(Database)
        case closed
    }

    private let path: String
    private let options: DatabaseOptions
    private let idleReaders: Int
    private let versions: Locked<Versions>
    private let writer: Locked<Writer>
    /// A separate queue, since it puts writes in order and callers wait only for it.
    private let writing = DispatchQueue(label: "sqlite.writer", qos: .userInitiated)
    /// Nil if the file is closed.
    private let readers: Locked<Readers?>
    private let checkpointer: Checkpointer

    /// Opens or creates the file and migrates it to the newest of the `migrations`.
    ///
    /// Up to `idleReaders` unused reading connections stay open.
    package init(
        path: String, migrations: [Migration], options: DatabaseOptions = .init(), idleReaders: Int = 4
    ) throws {
        let database = try Database(path: path, access: .readWriteCreate, options: options)
        try options.inspect(database)
        // Some of these pragmas would write to an existing file.
        if try database.pragma("page_count") == .integer(0) { try database.execute(options.format) }
        try database.keepWriteAheadLog()
        try database.writeSafely()
        try database.migrate(migrations)
        try database.refuseWrites()
        self.path = path
        self.options = options
        self.idleReaders = idleReaders
        checkpointer = Checkpointer {
            let database = try Database(path: path, access: .readWrite, options: options)
            // It knows the log only after its first read.
            _ = try database.pragma("schema_version")
            return database
        }
        writer = Locked(.notOpenYet)
        versions = try Locked(Versions(ofOpener: database.dataVersion))
        readers = Locked(Readers(openedBy: database))
    }

    /// Opens a file of this version for reading only: writes fail at once.
    ///
    /// Returns nil if the file has another version.
    package init?(reading path: String, version: Int, options: DatabaseOptions = .init()) throws {
        let database = try Database(path: path, access: .readOnly, options: options)
        guard try database.first("PRAGMA user_version", read: { $0.int(0) }) == version else { return nil }
        try options.inspect(database)
        self.path = path
        self.options = options
        idleReaders = 1
        checkpointer = Checkpointer { throw SQLiteError.closed }
        writer = Locked(.closed)
        versions = try Locked(Versions(ofOpener: database.dataVersion))
        readers = Locked(Readers(openedBy: database))
    }

    /// Whether others than this pool have written since the file was opened. Only the writer may call it.
    package func othersHaveWritten(asKnownTo writer: Database) throws -> Bool {
        let version = try writer.dataVersion
        return versions.withLock { $0.differ || $0.ofWriter != version }
    }

    /// Runs `body` on a reading connection, on this thread. All its queries see the state of the file at the first
    /// query. It must not wait for a write.
    package func read<Result: Sendable>(
        interruptibleBy interruption: Interruption = Interruption(), _ body: (Database) throws -> Result
    ) throws -> Result {
        let reader = try borrowReader()
        defer { giveBack(reader) }
        return try reader.connection.withLock { database in
            // Without closures, which would tie the connection to what `body` captures.
            try database.begin()
            do {
                try database.beginInterruptible(by: interruption)
                defer { database.endInterruptible() }
                let result = try body(database)
                try database.commit()
                return result
            } catch {
                database.rollBack()
                throw error
            }
        }
    }

    private func borrowReader() throws -> Reader {
        let idle = try readers.withLock { readers in
            guard readers != nil else { throw SQLiteError.closed }
            return readers?.idle.popLast()
        }
        if let idle { return idle }
        let database = try Database(path: path, access: .readOnly, options: options)
        return Reader(connection: Locked(database), hasOpenedFile: false)
    }

    /// A surplus reader is dropped, which closes it.
    private func giveBack(_ reader: Reader) {
        readers.withLock { readers in
            if let idle = readers?.idle, idle.count < idleReaders { readers?.idle.append(reader) }
        }
    }

    /// Runs `body` in a transaction, durable if wanted, and waits for it. Don't call it on the main queue.
    ///
    /// `committed` gets the result on the writer's queue, before the next write begins.
    @discardableResult
    package func write<Result: Sendable>(
        durably isDurable: Bool = false, _ body: @Sendable (Database) throws -> Result,
        committed: (Result) -> Void = { _ in }
    ) throws -> Result {
        try maintain(
            { database in try database.transaction(durably: isDurable) { try body(database) } }, done: committed)
    }

    /// Queues `body` to run in a transaction, then `finish` with the outcome, on the writer's queue.
    package func write<Result: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Result,
        finish: @escaping @Sendable (Swift.Result<Result, any Error>) -> Void
    ) {
        maintain({ database in try database.transaction { try body(database) } }, finish: finish)
    }

    /// Runs `body` on the writing connection outside a transaction, and waits for it.
    @discardableResult
    package func maintain<Result: Sendable>(
        _ body: @Sendable (Database) throws -> Result, done: (Result) -> Void = { _ in }
    ) throws -> Result {
        dispatchPrecondition(condition: .notOnQueue(writing))
        return try writing.sync {
            let result = try withWriter(body)
            done(result)
            return result
        }
    }

    /// Queues `body` to run on the writing connection outside a transaction, then `finish` with the outcome, on the
    /// writer's queue.
    package func maintain<Result: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Result,
        finish: @escaping @Sendable (Swift.Result<Result, any Error>) -> Void
    ) {
        writing.async { finish(Swift.Result { try self.withWriter(body) }) }
    }

    private func withWriter<Result: Sendable>(_ body: @Sendable (Database) throws -> Result) throws -> Result {
        try writer.withLock { writer in
            let database =
                switch writer {
                case .open(let database): database
                case .closed: throw SQLiteError.closed
                case .notOpenYet: try openWriter()
                }
            writer = .open(database)
            return try body(database)
        }
    }

    private func openWriter() throws -> Database {
        let database = try Database(path: path, access: .readWrite, options: options)
        try options.prepareWriter(database)
        try database.writeSafely()
        checkpointer.serve(database)
        try compareVersions(with: database)
        return database
    }

    /// Finds out whether others wrote before the writer was opened, since its own version doesn't tell.
    private func compareVersions(with writer: Database) throws {
        // The writer's version first, so that no write between the two is missed.
        let ofWriter = try writer.dataVersion
        let ofOpener = try versionOfOpener
        versions.withLock { versions in
            versions.ofWriter = ofWriter
            if let ofOpener, ofOpener != versions.ofOpener { versions.differ = true }
        }
    }

    /// Nil if the pool is being closed.
    private var versionOfOpener: Int64? {
        get throws { try readers.withLock { $0?.opener }?.connection.withLock { try $0.dataVersion } }
    }

    /// Copies the write-ahead log into the file, as far as it can without waiting for readers. Returns whether it
    /// copied everything.
    package func checkpoint(_ mode: CheckpointMode) throws -> Bool {
        try maintain { try $0.checkpoint(mode) }
    }

    /// Copies the current state of the file to `path`, while others read and write.
    package func backUp(to path: String) throws {
        let copy = try Database(path: path, access: .readWriteCreate)
        try read { try $0.backUp(to: copy) }
    }

    /// Releases the memory of the opening connection, and closes all others until they are needed. For times with few
    /// reads and writes.
    ///
    /// `closed` is called before there is another writer, whose version numbers of the file aren't comparable with the
    /// old writer's.
    package func releaseMemory(closed: () -> Void = {}) {
        let idle = readers.withLock { readers in
            defer { readers?.idle = [] }
            return readers?.idle ?? []
        }
        for reader in idle where reader.hasOpenedFile {
            reader.connection.withLock { $0.releaseMemory() }
            giveBack(reader)
        }
        checkpointer.release()
        writing.sync {
            writer.withLock { writer in
                // A writer stays open if the versions can't be read: later nobody could tell what others wrote.
                guard case .open(let database) = writer, (try? leave(database)) != nil else { return }
                writer = .notOpenYet
                closed()
            }
        }
    }

    /// Remembers whether others wrote while this writer was open.
    private func leave(_ writer: Database) throws {
        // The opener's version first, so that no write between the two is missed.
        guard let ofOpener = try versionOfOpener else { throw SQLiteError.closed }
        let ofWriter = try writer.dataVersion
        versions.withLock { versions in
            if ofWriter != versions.ofWriter { versions.differ = true }
            (versions.ofOpener, versions.ofWriter) = (ofOpener, nil)
        }
    }

    /// Waits until everything queued so far is written.
    package func drain() { writing.sync {} }

    /// Waits until everything queued so far is written, and shortens the log for the next process.
    package func settle() {
        drain()
        checkpointer.settle()
    }

    /// Waits until everything queued so far is written, and closes the file. Later calls fail.
    ///
    /// Running readers finish.
    package func close() {
        // The writer last: the last connection to close empties the log, and a reader can't.
        readers.withLock { $0 = nil }
        checkpointer.close()
        writing.sync { writer.withLock { $0 = .closed } }
    }
}

extension Database {
    /// Runs `body` in a transaction: commits when it returns, rolls back when it throws.
    ///
    /// A durable one survives a power cut, and its commit waits for the disk. On a read-only connection, `body` sees the
    /// state of the file at its first query throughout.
    package func transaction<Result>(durably isDurable: Bool = false, _ body: () throws -> Result) throws -> Result {
        if isDurable { try setPragma("synchronous", to: "FULL") }
        defer { if isDurable { _ = try? setPragma("synchronous", to: "NORMAL") } }
        try begin()
        do {
            let result = try body()
            try commit()
            return result
        } catch {
            rollBack()
            throw error
        }
    }

    fileprivate func begin() throws(SQLiteError) {
        // Writes to a file that no longer has a name would be lost.
        if !isReadOnly, connection.hasLostFile { throw .lostFile }
        // Immediate, so that a write waits for the lock at the start. In the middle SQLite could refuse it.
        connection.work = Work()
        try command(isReadOnly ? "BEGIN DEFERRED" : "BEGIN IMMEDIATE")
        connection.expectsTransaction = true
    }

    fileprivate func commit() throws(SQLiteError) {
        try command("COMMIT")
        connection.expectsTransaction = false
    }

    /// Some errors, such as a full disk, have rolled back already. A failing rollback must not hide the first error.
    fileprivate func rollBack() {
        connection.expectsTransaction = false
        if isInTransaction { try? command("ROLLBACK") }
    }

    /// Runs a step of a transaction. No interruption may end it, since its outcome would be unknown.
    private func command(_ sql: String) throws(SQLiteError) {
        sqlite3_progress_handler(connection.handle, 0, nil, nil)
        defer { connection.watchProgress() }
        try run(sql)
    }
}

extension Database {
    /// NORMAL with a write-ahead log: a kill loses nothing, a power cut at most the last writes.
    fileprivate func writeSafely() throws { try execute("PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON") }

    /// Sets WAL mode, which is permanent for the file.
    fileprivate func keepWriteAheadLog() throws {
        do {
            try execute("PRAGMA journal_mode = WAL")
        } catch let error where error.isBusy {
            // Another connection is changing the mode, and SQLite doesn't wait for that here. A transaction does.
            try transaction {}
            try execute("PRAGMA journal_mode = WAL")
        }
    }
}

/// Ends queries from any thread or after a time. They fail with the reason `.interrupted`.
package final class Interruption: Sendable {
    private let isAsked = Atomic(false)
    private let deadline: ContinuousClock.Instant?

    /// Creates an interruption that ends queries `timeout` from now, if one is given.
    package init(after timeout: Duration? = nil) {
        deadline = timeout.map { .now + $0 }
    }

    /// Ends the queries that run under this, and later ones.
    package func interrupt() { isAsked.store(true, ordering: .relaxed) }

    package var isDue: Bool {
        if isAsked.load(ordering: .relaxed) { return true }
        return deadline.map { $0 <= .now } ?? false
    }
}

extension Database {
    /// Runs `body`. Its statements fail as soon as `interruption` is due.
    package func interruptible<Result>(by interruption: Interruption, _ body: () throws -> Result) throws -> Result {
        try beginInterruptible(by: interruption)
        defer { endInterruptible() }
        return try body()
    }

    fileprivate func beginInterruptible(by interruption: Interruption) throws(SQLiteError) {
        // A short query might end before SQLite checks.
        guard !interruption.isDue else { throw SQLiteError(code: SQLITE_INTERRUPT, message: "interrupted") }
        connection.interruptions.append(interruption)
        connection.watchProgress()
    }

    fileprivate func endInterruptible() {
        connection.interruptions.removeLast()
        connection.watchProgress()
    }
}

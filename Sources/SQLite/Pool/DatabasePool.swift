import Dispatch
import Locks

/// One connection that writes, on a serial queue of its own, and as many that read as are needed at once.
///
/// The one that opens the file is the first that reads, and the one that writes is opened when there is something to write:
/// a start waits for one schema and not for two.
///
/// The file is in WAL mode, so reading never waits for a write and sees the last state that was committed.
package final class DatabasePool: Sendable {
    /// A connection that reads.
    private struct Reader {
        /// The lock is what makes a connection sendable. Nobody waits for it but a writer that begins, for whoever reads just
        /// then by the connection that opened the file: the queue and the borrowing see to that.
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

    /// SQLite's numbers of the state of the file, which for a connection others alone change.
    private struct Versions {
        /// For the connection that opened the file, from then, or from when the last writer was closed.
        var ofOpener: Int64
        /// For the writer, from when it was opened.
        var ofWriter: Int64?
        /// Whether others wrote while there was no writer, or another one.
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
    /// Its own, since it puts what is written in order, and whoever waits for a write waits for this queue alone.
    private let writing = DispatchQueue(label: "sqlite.writer", qos: .userInitiated)
    /// Nil when the file is closed.
    private let readers: Locked<Readers?>
    private let checkpointer: Checkpointer

    /// Opens or makes the file and brings it to the newest of the `migrations`.
    ///
    /// Of the connections that read, `idleReaders` are kept open while nobody uses them.
    package init(
        path: String, migrations: [Migration], options: DatabaseOptions = .init(), idleReaders: Int = 4
    ) throws {
        let database = try Database(path: path, access: .readWriteCreate, options: options)
        try options.inspect(database)
        // Some of these would write to a file that has been made.
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
            // It has seen no log before it has read.
            _ = try database.pragma("schema_version")
            return database
        }
        writer = Locked(.notOpenYet)
        versions = try Locked(Versions(ofOpener: database.dataVersion))
        readers = Locked(Readers(openedBy: database))
    }

    /// Opens a file that has this version for reading alone: what is to be written fails, and waits for nobody.
    ///
    /// Nil where the file has another version.
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

    /// Whether others than this pool have written since the file was opened; for the writer to ask.
    package func othersHaveWritten(asKnownTo writer: Database) throws -> Bool {
        let version = try writer.dataVersion
        return versions.withLock { $0.differ || $0.ofWriter != version }
    }

    /// Runs `body` on a reading connection of its own, on this thread. All its queries see the same state of the
    /// file, that of the first of them. It may not wait for what is to be written.
    package func read<Result: Sendable>(
        interruptibleBy interruption: Interruption = Interruption(), _ body: (Database) throws -> Result
    ) throws -> Result {
        let reader = try borrowReader()
        defer { giveBack(reader) }
        return try reader.connection.withLock { database in
            // Not by closures, which would tie the connection to what `body` holds.
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

    /// One too many is let go, which closes it.
    private func giveBack(_ reader: Reader) {
        readers.withLock { readers in
            if let idle = readers?.idle, idle.count < idleReaders { readers?.idle.append(reader) }
        }
    }

    /// Runs `body` in a transaction and waits for it: for callers off the main queue.
    ///
    /// `committed` gets the result before the next write begins, on the writer's queue.
    @discardableResult
    package func write<Result: Sendable>(
        _ body: @Sendable (Database) throws -> Result, committed: (Result) -> Void = { _ in }
    ) throws -> Result {
        try maintain({ database in try database.transaction { try body(database) } }, done: committed)
    }

    /// Queues `body` to be run in a transaction, then `finish` with how it went, on the writer's queue.
    package func write<Result: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Result,
        finish: @escaping @Sendable (Swift.Result<Result, any Error>) -> Void
    ) {
        maintain({ database in try database.transaction { try body(database) } }, finish: finish)
    }

    /// Runs `body` on the writing connection outside a transaction, for what can't be done in one, and waits for it.
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

    /// Queues `body` to be run on the writing connection outside a transaction, then `finish` with how it went, on the
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

    /// Finds out what others wrote before there was a writer, which knows nothing of that.
    private func compareVersions(with writer: Database) throws {
        // First that of the writer, so that nothing falls between the two.
        let ofWriter = try writer.dataVersion
        let ofOpener = try versionOfOpener
        versions.withLock { versions in
            versions.ofWriter = ofWriter
            if let ofOpener, ofOpener != versions.ofOpener { versions.differ = true }
        }
    }

    /// Nil where the pool is being closed.
    private var versionOfOpener: Int64? {
        get throws { try readers.withLock { $0?.opener }?.connection.withLock { try $0.dataVersion } }
    }

    /// Brings the write-ahead log into the file, as far as it can without waiting for readers, and returns whether that was
    /// all of it.
    package func checkpoint(_ mode: CheckpointMode) throws -> Bool {
        try maintain { try $0.checkpoint(mode) }
    }

    /// Copies the state that the file has now to the file at `path`, while others read and write.
    package func backUp(to path: String, progress: (BackupProgress) throws -> Void = { _ in }) throws {
        let copy = try Database(path: path, access: .readWriteCreate)
        try read { try $0.backUp(to: copy, progress: progress) }
    }

    /// Lets go of what the connection that opened the file keeps in memory, and of all others until they are needed: for a
    /// time when little is read and written.
    ///
    /// `closed` is called before there is another writer, to which SQLite's number of the file's state means nothing that it
    /// meant to the last.
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
                // One of which it can't be told what others wrote meanwhile goes on.
                guard case .open(let database) = writer, (try? leave(database)) != nil else { return }
                writer = .notOpenYet
                closed()
            }
        }
    }

    /// Takes note of what others wrote while there was this writer.
    private func leave(_ writer: Database) throws {
        // First that of the opener, so that nothing falls between the two.
        guard let ofOpener = try versionOfOpener else { throw SQLiteError.closed }
        let ofWriter = try writer.dataVersion
        versions.withLock { versions in
            if ofWriter != versions.ofWriter { versions.differ = true }
            (versions.ofOpener, versions.ofWriter) = (ofOpener, nil)
        }
    }

    /// Waits until everything queued before is written.
    package func drain() { writing.sync {} }

    /// Waits until everything queued before is written, and leaves a short log to whoever opens the file next.
    package func settle() {
        drain()
        checkpointer.settle()
    }

    /// Waits until everything queued before is written, and closes the file. What is asked for later fails.
    ///
    /// Readers under way read to their end.
    package func close() {
        // The writer last: the last connection to go empties the log, which one that only reads can't.
        readers.withLock { $0 = nil }
        checkpointer.close()
        writing.sync { writer.withLock { $0 = .closed } }
    }
}

extension Database {
    /// NORMAL with a write-ahead log: a kill loses nothing, a power cut at most what was written last.
    fileprivate func writeSafely() throws { try execute("PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON") }

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

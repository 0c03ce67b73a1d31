import CSQLite

/// One connection to a database file, used by one thread at a time.
package final class Database {
    package enum Access: Sendable {
        case readOnly
        case readWrite
        case readWriteCreate
    }

    /// SQLite's own handle, which never leaves this room.
    let connection: Connection
    private var statements: StatementCache
    package private(set) var isReadOnly: Bool

    /// Opens the file, or says why it can't.
    package convenience init(path: String, access: Access, options: DatabaseOptions = .init()) throws(SQLiteError) {
        var flags =
            switch access {
            case .readOnly: SQLITE_OPEN_READONLY
            case .readWrite: SQLITE_OPEN_READWRITE
            case .readWriteCreate: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            }
        if !options.followsLinks { flags |= SQLITE_OPEN_NOFOLLOW }
        try self.init(path, flags: flags, options)
    }

    /// A database without a file, which goes with its connection.
    package static func inMemory(options: DatabaseOptions = .init()) throws(SQLiteError) -> Database {
        try Database(":memory:", flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY, options)
    }

    private init(_ name: String, flags: Int32, _ options: DatabaseOptions) throws(SQLiteError) {
        Self.prepareSQLite
        var opened: OpaquePointer?
        // A connection of ours never leaves its lock or queue, so SQLite need not lock it a second time.
        let status = sqlite3_open_v2(name, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard status == SQLITE_OK, let opened else {
            let failure = opened.map { SQLiteError($0) } ?? SQLiteError(code: status, message: "out of memory")
            sqlite3_close_v2(opened)
            throw failure
        }
        connection = Connection(opened)
        isReadOnly = sqlite3_db_readonly(opened, nil) == 1
        statements = StatementCache(capacity: options.cachedStatements)
        busyTimeout = options.busyTimeout
        applyBusyTimeout()
        try distrustFile(mayRepairSchema: options.mayRepairSchema)
        try options.prepare(self)
    }

    // Nobody asks for the account of memory that SQLite keeps, under a lock that all connections take for each piece. And
    // fresh memory is what a start waits for: most connections read few pages.
    private static let prepareSQLite: Void = {
        _ = lede_sqlite_keep_no_account()
        _ = lede_sqlite_take_pages_singly()
    }()

    /// How long a statement waits for a lock that another connection holds, before it fails as busy.
    package var busyTimeout: Duration {
        didSet { applyBusyTimeout() }
    }

    private func applyBusyTimeout() {
        sqlite3_busy_timeout(connection.handle, Int32(min(busyTimeout, .seconds(1_000_000)) / .milliseconds(1)))
    }

    /// The statement, prepared: one that was used lately is taken from the cache.
    ///
    /// It may be kept, for a loop or longer, and keeps the connection open.
    package func statement(_ sql: String) throws(SQLiteError) -> Statement {
        if let known = statements[sql] {
            // While it runs, whoever asks for the same gets one of their own.
            return known.isRunning ? try Statement(sql, in: connection) : known
        }
        let statement = try Statement(sql, in: connection)
        statements[sql] = statement
        return statement
    }

    /// Lets go of what it keeps in memory: of the file, and prepared statements that nobody holds.
    func releaseMemory() {
        statements.removeAll()
        sqlite3_db_release_memory(connection.handle)
    }

    /// Runs one or several statements that take no values and whose rows nobody wants.
    package func execute(_ script: String) throws(SQLiteError) {
        try connection.checkTransaction(sql: script)
        if !connection.isInTransaction { connection.work = Work() }
        guard sqlite3_exec(connection.handle, script, nil, nil, nil) == SQLITE_OK else {
            throw connection.failure(sql: script)
        }
    }

    /// What a pragma answers: NULL where it answers nothing.
    package func pragma(_ name: String) throws -> Value {
        try first("PRAGMA \(name)") { $0.value(0) } ?? .null
    }

    /// Sets a pragma to a word or a number, and returns what it answers, which for some is the setting that it took.
    @discardableResult
    package func setPragma(_ name: String, to setting: String) throws -> Value {
        try pragma("\(name) = \(setting)")
    }

    package var lastInsertRowID: Int64 { sqlite3_last_insert_rowid(connection.handle) }

    /// How many rows the last INSERT, UPDATE or DELETE changed.
    package var changes: Int { Int(sqlite3_changes64(connection.handle)) }

    /// How many rows this connection has changed since it was opened, by triggers and foreign keys too.
    package var totalChanges: Int { Int(sqlite3_total_changes64(connection.handle)) }

    /// Only reads from here on.
    package func refuseWrites() throws {
        try execute("PRAGMA query_only = 1")
        isReadOnly = true
    }

    /// SQLite's number of the state of the file, which for this connection others alone change.
    package var dataVersion: Int64 {
        get throws { try first("PRAGMA data_version") { $0.integer(0) } ?? 0 }
    }
}

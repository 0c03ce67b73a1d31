import CSQLite

/// One connection to a database file, used by one thread at a time.
package final class Database {
    package enum Access: Sendable {
        case readOnly
        case readWrite
        case readWriteCreate
    }

    /// SQLite's own handle, which never leaves this module.
    let connection: Connection
    private var statements: StatementCache
    package private(set) var isReadOnly: Bool

    /// Opens the file.
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

    /// Opens a database without a file, which is gone with its connection.
    package static func inMemory(options: DatabaseOptions = .init()) throws(SQLiteError) -> Database {
        try Database(":memory:", flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY, options)
    }

    private init(_ name: String, flags: Int32, _ options: DatabaseOptions) throws(SQLiteError) {
        Self.prepareSQLite
        var opened: OpaquePointer?
        // A connection of ours never leaves its lock or queue, so SQLite doesn't need to lock it again.
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
        try distrustFile(options)
        try options.prepare(self)
    }

    // Nobody uses SQLite's memory statistics, for which all connections take a lock at each allocation. Pages are
    // allocated singly: most connections read few, and a start would wait for fresh memory.
    private static let prepareSQLite: Void = {
        _ = lede_sqlite_keep_no_account()
        _ = lede_sqlite_take_pages_singly()
        JournalGuard.install()
    }()

    /// How long a statement waits for another connection's lock before it fails as busy.
    package var busyTimeout: Duration {
        didSet { applyBusyTimeout() }
    }

    private func applyBusyTimeout() {
        sqlite3_busy_timeout(connection.handle, Int32(min(busyTimeout, .seconds(1_000_000)) / .milliseconds(1)))
    }

    /// Returns the prepared statement, from the cache if it was used lately.
    ///
    /// The caller may keep it. It keeps the connection open.
    package func statement(_ sql: String) throws(SQLiteError) -> Statement {
        if let known = statements[sql] {
            // While a statement runs, another caller gets its own copy.
            return known.isRunning ? try Statement(sql, in: connection) : known
        }
        let statement = try Statement(sql, in: connection)
        statements[sql] = statement
        return statement
    }

    /// Releases cached pages of the file, and prepared statements that nobody holds.
    func releaseMemory() {
        statements.removeAll()
        sqlite3_db_release_memory(connection.handle)
    }

    /// Runs one or more statements that take no values, and ignores their rows.
    package func execute(_ script: String) throws(SQLiteError) {
        try connection.checkTransaction(sql: script)
        if !connection.isInTransaction { connection.work = Work() }
        guard sqlite3_exec(connection.handle, script, nil, nil, nil) == SQLITE_OK else {
            throw connection.failure(sql: script)
        }
    }

    /// Reads a pragma: NULL if it returns nothing.
    package func pragma(_ name: String) throws -> Value {
        try first("PRAGMA \(name)") { $0.value(0) } ?? .null
    }

    /// Sets a pragma to a word or a number, and returns its answer, which for some is the new setting.
    @discardableResult
    package func setPragma(_ name: String, to setting: String) throws -> Value {
        try pragma("\(name) = \(setting)")
    }

    package var lastInsertRowID: Int64 { sqlite3_last_insert_rowid(connection.handle) }

    /// The number of rows that the last INSERT, UPDATE or DELETE changed.
    package var changes: Int { Int(sqlite3_changes64(connection.handle)) }

    /// The number of rows that this connection has changed since it was opened, including those changed by triggers and
    /// foreign keys.
    package var totalChanges: Int { Int(sqlite3_total_changes64(connection.handle)) }

    /// Refuses all writes from now on.
    package func refuseWrites() throws {
        try execute("PRAGMA query_only = 1")
        isReadOnly = true
    }

    /// SQLite's version number of the file, which changes only when other connections write.
    package var dataVersion: Int64 {
        get throws { try first("PRAGMA data_version") { $0.integer(0) } ?? 0 }
    }
}

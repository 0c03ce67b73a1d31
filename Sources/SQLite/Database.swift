import CSQLite
import Glibc

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

    package var isInTransaction: Bool { connection.isInTransaction }

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

/// SQLite's handle of an open file. It closes when the database and its last statement are gone.
final class Connection {
    let handle: OpaquePointer
    /// Whether our code believes that a transaction is open. SQLite may have ended it by itself.
    var expectsTransaction = false
    /// The receiver of traced statements, kept for as long as SQLite points to it.
    var tracer: Tracer?
    /// The log of written rows, kept for as long as SQLite points to it.
    fileprivate var rowLog: RowLog?
    /// What may interrupt the running queries, the outermost first.
    var interruptions: [Interruption] = []
    /// The work so far of this transaction, or of this statement outside one.
    var work = Work()

    init(_ handle: OpaquePointer) {
        self.handle = handle
    }

    deinit { sqlite3_close_v2(handle) }

    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// Whether the file was deleted or moved since it was opened.
    var hasLostFile: Bool {
        var hasMoved: Int32 = 0
        return sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved) == SQLITE_OK && hasMoved != 0
    }

    /// The reason why SQLite's last call failed.
    func failure(sql: String? = nil) -> SQLiteError {
        work.isTooMuch ? .endless(sql: sql) : SQLiteError(handle, sql: sql)
    }

    /// Fails if SQLite has rolled the transaction back by itself: a write would now be outside it.
    func checkTransaction(sql: String) throws(SQLiteError) {
        guard expectsTransaction, !isInTransaction else { return }
        throw SQLiteError(
            code: SQLITE_ABORT | 2 << 8, message: "the transaction has been rolled back by an earlier error", sql: sql)
    }
}

/// How connections are opened.
package struct DatabaseOptions: Sendable {
    /// How long a statement waits for another connection's lock.
    package var busyTimeout: Duration
    /// The number of prepared statements that a connection keeps. The least recently used one is dropped.
    package var cachedStatements: Int
    /// Whether any part of a path may be a symbolic link.
    package var followsLinks: Bool
    /// Whether `PRAGMA writable_schema` may make a connection use a schema of which a part is lost.
    package var mayRepairSchema: Bool
    /// Whether the file's views and triggers work.
    package var runsSchema: Bool
    /// Statements for an empty file, such as `PRAGMA page_size`, which a pool runs before it creates its tables.
    package var format: String
    /// Called for each new connection, to set pragmas and add functions and collations.
    package var prepare: @Sendable (Database) throws(SQLiteError) -> Void
    /// Called after `prepare` for a pool's writing connection.
    package var prepareWriter: @Sendable (Database) throws(SQLiteError) -> Void

    /// Called for the connection with which a pool opens the file, before it writes to it. Throwing refuses the file.
    package var inspect: @Sendable (Database) throws -> Void

    package init(
        busyTimeout: Duration = .seconds(5), cachedStatements: Int = 64, followsLinks: Bool = true,
        mayRepairSchema: Bool = false, runsSchema: Bool = true, format: String = "",
        prepare: @escaping @Sendable (Database) throws(SQLiteError) -> Void = { _ in },
        prepareWriter: @escaping @Sendable (Database) throws(SQLiteError) -> Void = { _ in },
        inspect: @escaping @Sendable (Database) throws -> Void = { _ in }
    ) {
        self.busyTimeout = busyTimeout
        self.cachedStatements = cachedStatements
        self.followsLinks = followsLinks
        self.mayRepairSchema = mayRepairSchema
        self.runsSchema = runsSchema
        self.format = format
        self.inspect = inspect
        self.prepare = prepare
        self.prepareWriter = prepareWriter
    }
}

/// Collects which rows of some tables were written.
final class RowLog {
    private var rows: [(table: String, numbers: [Int64])]

    init(of tables: [String]) { rows = tables.map { ($0, []) } }

    func add(_ table: UnsafePointer<CChar>, _ number: Int64) {
        guard let index = rows.firstIndex(where: { strcmp($0.table, table) == 0 }) else { return }
        rows[index].numbers.append(number)
    }

    func take() -> [String: [Int64]] {
        defer { for index in rows.indices { rows[index].numbers = [] } }
        return Dictionary(rows.map { ($0.table, $0.numbers) }) { first, _ in first }
    }
}

extension Database {
    /// Starts to collect the rows of these tables that this connection inserts, changes or deletes, even if rolled
    /// back. The tables need row numbers.
    package func recordRows(of tables: [String]) {
        let log = RowLog(of: tables)
        connection.rowLog = log
        sqlite3_update_hook(
            connection.handle,
            { log, _, _, table, number in
                guard let log, let table else { return }
                Unmanaged<RowLog>.fromOpaque(log).takeUnretainedValue().add(table, number)
            }, Unmanaged.passUnretained(log).toOpaque())
    }

    package func stopRecordingRows() {
        sqlite3_update_hook(connection.handle, nil, nil)
        connection.rowLog = nil
    }

    /// Returns the rows written since the last call, by table. A row may occur several times.
    package func takeRecordedRows() -> [String: [Int64]] { connection.rowLog?.take() ?? [:] }

    package var notesRows: Bool { connection.rowLog != nil }
}

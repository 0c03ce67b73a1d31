import CSQLite

/// One connection to a database file, used by one thread at a time.
package final class Database {
    package enum Access: Sendable {
        case readOnly
        case readWriteCreate
    }

    private let connection: OpaquePointer
    private var statements: [String: Statement] = [:]

    /// Opens the file, waiting up to `busyTimeout` milliseconds whenever another connection holds the lock.
    package init(path: String, access: Access, busyTimeout: Int32 = 5000) throws(SQLiteError) {
        var opened: OpaquePointer?
        let flags =
            switch access {
            case .readOnly: SQLITE_OPEN_READONLY
            case .readWriteCreate: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            }
        // A connection of ours never leaves its lock or queue, so SQLite need not lock it a second time.
        let status = sqlite3_open_v2(path, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard status == SQLITE_OK, let opened else {
            let failure = opened.map { SQLiteError($0) } ?? SQLiteError(code: status, message: "out of memory")
            sqlite3_close_v2(opened)
            throw failure
        }
        connection = opened
        sqlite3_busy_timeout(connection, busyTimeout)
    }

    deinit {
        // Statements first: a connection that still has some is not closed.
        statements = [:]
        sqlite3_close_v2(connection)
    }

    /// Runs one or several statements that take no values and whose rows nobody wants.
    package func execute(_ script: String) throws(SQLiteError) {
        guard sqlite3_exec(connection, script, nil, nil, nil) == SQLITE_OK else {
            throw SQLiteError(connection, sql: script)
        }
    }

    /// Runs a statement and tells how many rows it changed.
    @discardableResult
    package func run(_ sql: String, _ values: any Bindable...) throws -> Int {
        try statement(sql).run(values) { _ in }
        return Int(sqlite3_changes64(connection))
    }

    /// What `read` makes of every row of the answer, in order.
    package func all<Result>(
        _ sql: String, _ values: any Bindable..., read: (borrowing Row) throws -> Result
    ) throws -> [Result] {
        var results: [Result] = []
        try statement(sql).run(values) { results.append(try read($0)) }
        return results
    }

    /// What `read` makes of the first row, if there is one.
    package func first<Result>(
        _ sql: String, _ values: any Bindable..., read: (borrowing Row) throws -> Result
    ) throws -> Result? {
        var result: Result?
        try statement(sql).run(values) { if result == nil { result = try read($0) } }
        return result
    }

    package var lastInsertedID: Int64 { sqlite3_last_insert_rowid(connection) }

    /// Runs `body` in a transaction: committed when it returns, rolled back when it throws.
    package func transaction<Result>(_ body: () throws -> Result) throws -> Result {
        // Immediate, so that the lock is waited for at the start and not asked for in the middle, where it can be refused.
        try execute("BEGIN IMMEDIATE")
        do {
            let result = try body()
            try execute("COMMIT")
            return result
        } catch {
            // Some errors, a full disk among them, have rolled back already, and none is hidden by one of rolling back.
            if sqlite3_get_autocommit(connection) == 0 { try? execute("ROLLBACK") }
            throw error
        }
    }

    private func statement(_ sql: String) throws(SQLiteError) -> Statement {
        if let statement = statements[sql] { return statement }
        let statement = try Statement(sql, in: connection)
        statements[sql] = statement
        return statement
    }
}

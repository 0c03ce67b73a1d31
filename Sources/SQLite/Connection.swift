import CSQLite

/// SQLite's handle of an open file. It closes when the database and its last statement are gone.
final class Connection {
    let handle: OpaquePointer
    /// Whether our code believes that a transaction is open. SQLite may have ended it by itself.
    var expectsTransaction = false
    /// The receiver of traced statements, kept for as long as SQLite points to it.
    var tracer: Tracer?
    /// The log of written rows, kept for as long as SQLite points to it.
    var rowLog: RowLog?
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

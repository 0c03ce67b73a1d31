import CSQLite

/// SQLite's handle of an open file, closed when the database and the last of its statements are gone.
final class Connection {
    let handle: OpaquePointer
    /// Whether the code that began a transaction still thinks it open, which SQLite may have ended by itself.
    var expectsTransaction = false
    /// Who is told of statements, kept for as long as SQLite knows it.
    var tracer: Tracer?
    /// What notes the rows that are written, kept likewise.
    var rowLog: RowLog?
    /// What may end the queries that run now, the outermost first.
    var interruptions: [Interruption] = []
    /// What this transaction, or this statement outside one, has taken so far.
    var work = Work()

    init(_ handle: OpaquePointer) {
        self.handle = handle
    }

    deinit { sqlite3_close_v2(handle) }

    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// Whether the file was deleted since it was opened, or put somewhere else.
    var hasLostFile: Bool {
        var hasMoved: Int32 = 0
        return sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved) == SQLITE_OK && hasMoved != 0
    }

    /// Why SQLite did not do what it was asked for last.
    func failure(sql: String? = nil) -> SQLiteError {
        work.isTooMuch ? .endless(sql: sql) : SQLiteError(handle, sql: sql)
    }

    /// Fails where SQLite has rolled the transaction back by itself: what is written now would stand alone.
    func checkTransaction(sql: String) throws(SQLiteError) {
        guard expectsTransaction, !isInTransaction else { return }
        throw SQLiteError(
            code: SQLITE_ABORT | 2 << 8, message: "the transaction has been rolled back by an earlier error", sql: sql)
    }
}

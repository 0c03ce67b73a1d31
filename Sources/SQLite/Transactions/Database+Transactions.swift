import CSQLite

extension Database {
    package var isInTransaction: Bool { connection.isInTransaction }

    /// Runs `body` in a transaction: commits when it returns, rolls back when it throws.
    ///
    /// On a read-only connection, `body` sees the state of the file at its first query throughout.
    package func transaction<Result>(_ body: () throws -> Result) throws -> Result {
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

    func begin() throws(SQLiteError) {
        // Writes to a file that no longer has a name would be lost.
        if !isReadOnly, connection.hasLostFile { throw .lostFile }
        // Immediate, so that a write waits for the lock at the start. In the middle SQLite could refuse it.
        connection.work = Work()
        try command(isReadOnly ? "BEGIN DEFERRED" : "BEGIN IMMEDIATE")
        connection.expectsTransaction = true
    }

    func commit() throws(SQLiteError) {
        try command("COMMIT")
        connection.expectsTransaction = false
    }

    /// Some errors, such as a full disk, have rolled back already. A failing rollback must not hide the first error.
    func rollBack() {
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

import CSQLite

extension Database {
    package var isInTransaction: Bool { connection.isInTransaction }

    /// Runs `body` in a transaction: committed when it returns, rolled back when it throws.
    ///
    /// On a connection that only reads, it sees the state of the file at its first query all the time.
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
        // What is written into a file that nobody can find any more is lost.
        if !isReadOnly, connection.hasLostFile { throw .lostFile }
        // Immediate, so that the lock is waited for at the start and not asked for in the middle, where it can be refused.
        connection.work = Work()
        try command(isReadOnly ? "BEGIN DEFERRED" : "BEGIN IMMEDIATE")
        connection.expectsTransaction = true
    }

    func commit() throws(SQLiteError) {
        try command("COMMIT")
        connection.expectsTransaction = false
    }

    /// Some errors, a full disk among them, have rolled back already, and none is hidden by one of rolling back.
    func rollBack() {
        connection.expectsTransaction = false
        if isInTransaction { try? command("ROLLBACK") }
    }

    /// A step of a transaction, which no interruption may cut short: whether it was taken would be unknown.
    private func command(_ sql: String) throws(SQLiteError) {
        sqlite3_progress_handler(connection.handle, 0, nil, nil)
        defer { connection.watchProgress() }
        try run(sql)
    }
}

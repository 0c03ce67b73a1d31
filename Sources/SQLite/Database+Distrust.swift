import CSQLite

extension Database {
    /// The longest text, blob or row. lede's own longest is a step of the journal with a whole urls file.
    private static let longestValue: Int32 = 128 << 20
    /// The longest statement, including those in a schema.
    private static let longestSQL: Int32 = 1 << 20
    /// What a schema may make of one statement. lede's own stay far below; a longer filter fails with SQLite's words.
    private static let limits = [
        SQLITE_LIMIT_LENGTH: longestValue,
        SQLITE_LIMIT_SQL_LENGTH: longestSQL,
        SQLITE_LIMIT_VDBE_OP: 100_000,
        SQLITE_LIMIT_COMPOUND_SELECT: 50,
        SQLITE_LIMIT_FUNCTION_ARG: 20,
        SQLITE_LIMIT_TRIGGER_DEPTH: 10,
        SQLITE_LIMIT_WORKER_THREADS: 0,
        // VACUUM attaches its new file.
        SQLITE_LIMIT_ATTACHED: 1
    ]

    /// Makes SQLite distrust the file (https://www.sqlite.org/security.html, 1.2). Any file may come from someone else,
    /// or from a broken disk.
    func distrustFile(_ options: DatabaseOptions) throws(SQLiteError) {
        let handle = connection.handle
        // A schema may call only SQLite's harmless functions, and nobody may write to it as to a table.
        _ = lede_sqlite_configure(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
        _ = lede_sqlite_configure(handle, SQLITE_DBCONFIG_DEFENSIVE, options.mayRepairSchema ? 0 : 1)
        _ = lede_sqlite_configure(handle, SQLITE_DBCONFIG_ENABLE_VIEW, options.runsSchema ? 1 : 0)
        _ = lede_sqlite_configure(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, options.runsSchema ? 1 : 0)
        for (limit, value) in Self.limits { sqlite3_limit(handle, limit, value) }
        connection.watchProgress()
        try execute("PRAGMA cell_size_check = ON")
    }

    /// Whether `table` is a plain table with this column. A view runs code when read, and a virtual table isn't plain
    /// either.
    package func hasPlainTable(_ table: String, with column: String) -> Bool {
        sqlite3_table_column_metadata(connection.handle, "main", table, column, nil, nil, nil, nil, nil) == SQLITE_OK
    }
}

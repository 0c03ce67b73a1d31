import CSQLite

extension Database {
    /// The longest text, blob or row. The longest of lede's own is a step of the journal that holds a whole urls file.
    private static let longestValue: Int32 = 128 << 20
    /// The longest statement, in a schema too.
    private static let longestSQL: Int32 = 1 << 20

    /// Has SQLite believe nothing of what the file says of itself (https://www.sqlite.org/security.html, 1.2). Any file may
    /// come from somebody else, or from a broken disk.
    func distrustFile(mayRepairSchema: Bool) throws(SQLiteError) {
        let handle = connection.handle
        // What is in a schema calls no functions but SQLite's harmless ones, and nobody writes to the schema as to a table.
        _ = lede_sqlite_configure(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
        _ = lede_sqlite_configure(handle, SQLITE_DBCONFIG_DEFENSIVE, mayRepairSchema ? 0 : 1)
        sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Self.longestValue)
        sqlite3_limit(handle, SQLITE_LIMIT_SQL_LENGTH, Self.longestSQL)
        connection.watchProgress()
        try execute("PRAGMA cell_size_check = ON")
    }

    /// Whether a table is a plain one with this column: no view, whose reading runs code, and no virtual table.
    package func hasPlainTable(_ table: String, with column: String) -> Bool {
        sqlite3_table_column_metadata(connection.handle, "main", table, column, nil, nil, nil, nil, nil) == SQLITE_OK
    }
}

import CSQLite

/// A prepared statement, which its database keeps for the next time.
///
/// A class because the database's cache holds it; it owns the one handle.
final class Statement {
    private let handle: OpaquePointer
    private let sql: String

    init(_ sql: String, in connection: OpaquePointer) throws(SQLiteError) {
        var prepared: OpaquePointer?
        let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
        guard sqlite3_prepare_v3(connection, sql, -1, flags, &prepared, nil) == SQLITE_OK, let prepared else {
            throw SQLiteError(connection, sql: sql)
        }
        handle = prepared
        self.sql = sql
    }

    deinit { sqlite3_finalize(handle) }

    /// Runs the statement from its start with these values, handing over each row it yields.
    func run(_ values: [any Bindable], each row: (borrowing Row) throws -> Void) throws {
        precondition(sqlite3_stmt_busy(handle) == 0, "a statement was run inside itself: \(sql)")
        defer {
            sqlite3_reset(handle)
            sqlite3_clear_bindings(handle)
        }
        try bind(values)
        while true {
            switch sqlite3_step(handle) {
            case SQLITE_ROW: try row(Row(handle))
            case SQLITE_DONE: return
            default: throw failure
            }
        }
    }

    private func bind(_ values: [any Bindable]) throws(SQLiteError) {
        precondition(
            values.count == sqlite3_bind_parameter_count(handle),
            "a statement got \(values.count) values for \(sqlite3_bind_parameter_count(handle)) parameters: \(sql)")
        for (position, value) in zip(Int32(1)..., values) {
            let status =
                switch value.sqliteValue {
                case .null: sqlite3_bind_null(handle, position)
                case .integer(let integer): sqlite3_bind_int64(handle, position, integer)
                case .real(let real): sqlite3_bind_double(handle, position, real)
                case .text(let text): bind(text, at: position)
                case .blob(let bytes): bind(bytes, at: position)
                }
            guard status == SQLITE_OK else { throw failure }
        }
    }

    private func bind(_ text: String, at position: Int32) -> Int32 {
        var text = text
        return text.withUTF8 { utf8 in
            utf8.withMemoryRebound(to: CChar.self) { characters in
                // An empty string may have no address, which SQLite would take for NULL.
                guard let start = characters.baseAddress else { return sqlite3_bind_text(handle, position, "", 0, nil) }
                return sqlite3_bind_text(
                    handle, position, start, Int32(characters.count), lede_sqlite_transient())
            }
        }
    }

    private func bind(_ bytes: [UInt8], at position: Int32) -> Int32 {
        guard !bytes.isEmpty else { return sqlite3_bind_zeroblob(handle, position, 0) }
        return sqlite3_bind_blob(handle, position, bytes, Int32(bytes.count), lede_sqlite_transient())
    }

    private var failure: SQLiteError { SQLiteError(sqlite3_db_handle(handle), sql: sql) }
}

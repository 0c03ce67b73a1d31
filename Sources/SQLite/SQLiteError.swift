import CSQLite

/// A failure that SQLite reported, with the statement but never its values.
package struct SQLiteError: Error, Equatable {
    /// SQLite's extended result code.
    package let code: Int32
    package let message: String
    package let sql: String?

    init(code: Int32, message: String, sql: String? = nil) {
        self.code = code
        self.message = message
        self.sql = sql
    }

    init(_ connection: OpaquePointer?, sql: String? = nil) {
        let code = sqlite3_extended_errcode(connection)
        let message =
            code == JournalGuard.refusal
            ? "its journal names another file, which SQLite would delete: move the journal away"
            : String(cString: sqlite3_errmsg(connection))
        self.init(code: code, message: message, sql: sql)
    }
}

extension SQLiteError: CustomStringConvertible {
    package var description: String {
        let cause = "\(message) (SQLite error \(code))"
        return sql.map { "\(cause) in: \($0)" } ?? cause
    }
}

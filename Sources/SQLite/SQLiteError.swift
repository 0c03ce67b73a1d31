import CSQLite

/// What SQLite said when it could not do something, with the statement that asked for it but never its values.
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
        self.init(
            code: sqlite3_extended_errcode(connection),
            message: String(cString: sqlite3_errmsg(connection)),
            sql: sql)
    }
}

extension SQLiteError: CustomStringConvertible {
    package var description: String {
        let cause = "\(message) (SQLite error \(code))"
        return sql.map { "\(cause) in: \($0)" } ?? cause
    }
}

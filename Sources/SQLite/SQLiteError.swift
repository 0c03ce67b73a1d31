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

extension SQLiteError {
    /// The kinds of failure that a caller or a user can act on.
    package enum Reason: Equatable, Sendable {
        /// Another connection held the lock for too long.
        case busy
        case diskFull
        case readOnly
        case damaged
        case notADatabase
        case cannotOpen
        /// The journal beside the database names another file, which SQLite would delete.
        case foreignJournal
        case inputOutput
        case constraint
        case interrupted
        case closed
        case other
    }

    package var reason: Reason {
        if code == JournalGuard.refusal { return .foreignJournal }
        return switch code & 0xFF {
        case SQLITE_BUSY, SQLITE_LOCKED: .busy
        case SQLITE_FULL: .diskFull
        case SQLITE_READONLY, SQLITE_PERM: .readOnly
        case SQLITE_CORRUPT: .damaged
        case SQLITE_NOTADB: .notADatabase
        case SQLITE_CANTOPEN: .cannotOpen
        case SQLITE_IOERR: .inputOutput
        case SQLITE_CONSTRAINT: .constraint
        case SQLITE_INTERRUPT: .interrupted
        case SQLITE_MISUSE where self == .closed: .closed
        default: .other
        }
    }

    package var isBusy: Bool { reason == .busy }

    /// Whether the file isn't a database, or is damaged.
    package var isNoDatabase: Bool { [.notADatabase, .damaged].contains(reason) }

    /// The failure of calls to a closed pool.
    static let closed = SQLiteError(code: SQLITE_MISUSE, message: "the database has been closed")

    /// The failure of a query with impossible rows, such as one that SQLite was told to leave out. It means that a page
    /// of the table is damaged.
    package static let impossibleRows = SQLiteError(code: SQLITE_CORRUPT, message: "a table is damaged")

    /// Reading takes more work than any honest file of its size needs (`Work`).
    static func endless(sql: String?) -> SQLiteError {
        SQLiteError(code: SQLITE_CORRUPT, message: "reading the database would take too long", sql: sql)
    }

    package var isEndless: Bool { self == .endless(sql: sql) }

    /// The file was deleted or moved while it is open. Its code is SQLITE_READONLY_DBMOVED, which Swift does not import.
    package static let lostFile = SQLiteError(
        code: SQLITE_READONLY | 4 << 8, message: "its file was moved or deleted")
}

extension UnknownSchema: CustomStringConvertible {
    package var description: String {
        let program = isNewer ? "newer" : "older"
        let limit = isNewer ? "up to \(known.upperBound)" : "from \(known.lowerBound)"
        return "the database has version \(version), from a \(program) program: this one supports versions \(limit)"
    }
}

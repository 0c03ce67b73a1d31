import CSQLite

/// SQLite's C interface used directly, for comparison with the wrapper and the library.
final class BareConnection {
    private var handle: OpaquePointer?

    init(path: String, readOnly: Bool = true) {
        let access = readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        let status = sqlite3_open_v2(path, &handle, access | SQLITE_OPEN_NOMUTEX, nil)
        precondition(status == SQLITE_OK, "\(path) can't be opened")
    }

    deinit { sqlite3_close_v2(handle) }

    func execute(_ script: String) {
        let status = sqlite3_exec(handle, script, nil, nil, nil)
        precondition(status == SQLITE_OK, "\(String(cString: sqlite3_errmsg(handle))): \(script)")
    }

    func statement(_ sql: String) -> BareStatement {
        var statement: OpaquePointer?
        let status = sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
        precondition(status == SQLITE_OK, "\(String(cString: sqlite3_errmsg(handle))): \(sql)")
        return BareStatement(statement)
    }
}

/// A prepared statement, bound by position.
final class BareStatement {
    private let handle: OpaquePointer?

    fileprivate init(_ handle: OpaquePointer?) {
        self.handle = handle
    }

    deinit { sqlite3_finalize(handle) }

    func bind(_ number: Int64?, to position: Int32) {
        if let number {
            sqlite3_bind_int64(handle, position, number)
        } else {
            sqlite3_bind_null(handle, position)
        }
    }

    func bind(_ number: Double, to position: Int32) { sqlite3_bind_double(handle, position, number) }

    /// Binds text that stays in place until the statement has run, so that SQLite doesn't need to copy it.
    func bind(_ text: UnsafeBufferPointer<UInt8>, to position: Int32) {
        text.withMemoryRebound(to: CChar.self) {
            _ = sqlite3_bind_text(handle, position, $0.baseAddress, Int32($0.count), nil)
        }
    }

    /// Runs a statement without rows.
    func run() {
        let status = sqlite3_step(handle)
        precondition(status == SQLITE_DONE, "a statement failed: \(status)")
        sqlite3_reset(handle)
    }

    /// Reads every column of every row, and returns the number of rows and the beginning of the last one.
    @discardableResult
    func read(_ values: Int64...) -> (rows: Int, last: [Int64]) {
        for (index, value) in values.enumerated() { bind(value, to: Int32(index + 1)) }
        defer { sqlite3_reset(handle) }
        var rows = 0
        var last: [Int64] = []
        while sqlite3_step(handle) == SQLITE_ROW {
            rows += 1
            last.removeAll(keepingCapacity: true)
            for column in 0..<sqlite3_column_count(handle) {
                switch sqlite3_column_type(handle, column) {
                case SQLITE_TEXT: last.append(sqlite3_column_text(handle, column).map { Int64($0.pointee) } ?? 0)
                default: last.append(sqlite3_column_int64(handle, column))
                }
            }
        }
        return (rows, last)
    }
}

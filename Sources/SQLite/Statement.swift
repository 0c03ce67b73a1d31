import CSQLite

/// A prepared statement of one connection, which can run many times.
///
/// A class, because the database's cache holds it. It owns the handle.
package final class Statement {
    package let sql: String
    private let handle: OpaquePointer
    private let parameterCount: Int32
    private let connection: Connection
    /// Memory for short bound texts, so that SQLite needn't allocate any.
    private let scratch: UnsafeMutableRawBufferPointer
    private var holdsCopies = false

    init(_ sql: String, in connection: Connection) throws(SQLiteError) {
        var prepared: OpaquePointer?
        let (status, isOne) = sql.withCString { start in
            var rest: UnsafePointer<CChar>?
            let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
            let status = sqlite3_prepare_v3(connection.handle, start, -1, flags, &prepared, &rest)
            return (status, rest.map { String(cString: $0).allSatisfy { $0.isWhitespace || $0 == ";" } } ?? true)
        }
        guard status == SQLITE_OK else { throw connection.failure(sql: sql) }
        guard let prepared, isOne else { preconditionFailure("this is not one statement: \(sql)") }
        handle = prepared
        parameterCount = sqlite3_bind_parameter_count(prepared)
        self.sql = sql
        self.connection = connection
        scratch = .allocate(byteCount: 256, alignment: 1)
    }

    deinit {
        sqlite3_finalize(handle)
        scratch.deallocate()
    }

    /// Whether it is between two of its rows.
    var isRunning: Bool { sqlite3_stmt_busy(handle) != 0 }

    /// Runs the statement, and returns the number of changed rows.
    @discardableResult
    @inline(__always)
    package func run<each Parameter: Bindable>(_ values: repeat each Parameter) throws(SQLiteError) -> Int {
        defer { reset() }
        var parameters = try start()
        repeat (each values).bind(to: &parameters)
        try check(parameters)
        while try step() {}
        return rowsChanged
    }

    /// Passes every row of the result to `read`, in order.
    package func each<each Parameter: Bindable>(
        _ values: repeat each Parameter, read: (borrowing Row) throws -> Void
    ) throws {
        defer { reset() }
        var parameters = try start()
        repeat (each values).bind(to: &parameters)
        try check(parameters)
        while try step() { try read(row) }
    }

    /// Returns what `read` makes of every row of the result, in order.
    package func all<each Parameter: Bindable, Result>(
        _ values: repeat each Parameter, read: (borrowing Row) throws -> Result
    ) throws -> [Result] {
        var results: [Result] = []
        try each(repeat each values) { results.append(try read($0)) }
        return results
    }

    /// Returns what `read` makes of the first row, if there is one. It doesn't look for others.
    package func first<each Parameter: Bindable, Result>(
        _ values: repeat each Parameter, read: (borrowing Row) throws -> Result
    ) throws -> Result? {
        defer { reset() }
        var parameters = try start()
        repeat (each values).bind(to: &parameters)
        try check(parameters)
        guard try step() else { return nil }
        let result = try read(row)
        try end()
        return result
    }
}

// The steps of a run, separate from the generic functions: other modules specialise those for their own types, which
// calls of C functions in them would prevent.
extension Statement {
    func start() throws(SQLiteError) -> Parameters {
        precondition(!isRunning, "a statement was run inside itself: \(sql)")
        try connection.checkTransaction(sql: sql)
        if !connection.isInTransaction { connection.work = Work() }
        return Parameters(of: handle, scratch: scratch)
    }

    func check(_ parameters: borrowing Parameters) throws(SQLiteError) {
        holdsCopies = parameters.holdsCopies
        guard parameters.status == SQLITE_OK else { throw failure }
        let count = parameters.count
        precondition(
            count == parameterCount, "a statement got \(count) values for \(parameterCount) parameters: \(sql)")
    }

    var row: Row { Row(handle) }

    private var rowsChanged: Int { sqlite3_stmt_readonly(handle) == 0 ? Int(sqlite3_changes64(connection.handle)) : 0 }

    /// Moves to the next row, and returns whether there is one.
    func step() throws(SQLiteError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw failure
        }
    }

    /// Ends a run early. Outside a transaction, this commits an INSERT … RETURNING.
    func end() throws(SQLiteError) {
        guard sqlite3_reset(handle) == SQLITE_OK else { throw failure }
    }

    /// Ends the run and releases copied values, so that no long text stays in the cache.
    func reset() {
        sqlite3_reset(handle)
        if holdsCopies { sqlite3_clear_bindings(handle) }
    }

    private var failure: SQLiteError { connection.failure(sql: sql) }
}

/// Functions that run the single statement `sql`, with its values bound by position.
extension Database {
    /// Runs a statement, and returns the number of changed rows.
    @discardableResult
    package func run<each Parameter: Bindable>(
        _ sql: String, _ values: repeat each Parameter
    ) throws(SQLiteError) -> Int {
        try statement(sql).run(repeat each values)
    }

    /// Passes every row of the result to `read`, in order.
    package func each<each Parameter: Bindable>(
        _ sql: String, _ values: repeat each Parameter, read: (borrowing Row) throws -> Void
    ) throws {
        try statement(sql).each(repeat each values, read: read)
    }

    /// Returns what `read` makes of every row of the result, in order.
    package func all<each Parameter: Bindable, Result>(
        _ sql: String, _ values: repeat each Parameter, read: (borrowing Row) throws -> Result
    ) throws -> [Result] {
        try statement(sql).all(repeat each values, read: read)
    }

    /// Returns what `read` makes of the first row, if there is one. It doesn't look for others.
    package func first<each Parameter: Bindable, Result>(
        _ sql: String, _ values: repeat each Parameter, read: (borrowing Row) throws -> Result
    ) throws -> Result? {
        try statement(sql).first(repeat each values, read: read)
    }
}

/// Prepared statements by their SQL. A new one replaces the least recently used.
struct StatementCache {
    private var entries: [String: (statement: Statement, lastUse: Int)] = [:]
    private var uses = 0
    private let capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
    }

    subscript(sql: String) -> Statement? {
        mutating get {
            uses += 1
            entries[sql]?.lastUse = uses
            return entries[sql]?.statement
        }
        set {
            uses += 1
            entries[sql] = newValue.map { ($0, uses) }
            if entries.count > capacity { removeOldest() }
        }
    }

    mutating func removeAll() { entries = [:] }

    // Comparing all of them is cheap compared with preparing a statement, which comes next.
    private mutating func removeOldest() {
        guard let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return }
        entries[oldest.key] = nil
    }
}

extension Database {
    /// Reports each statement that has run, without its values, with its duration. Nil ends it.
    package func trace(_ tell: (@Sendable (_ sql: String, _ duration: Duration) -> Void)?) {
        connection.tracer = tell.map(Tracer.init)
        guard let tracer = connection.tracer else { return _ = sqlite3_trace_v2(connection.handle, 0, nil, nil) }
        sqlite3_trace_v2(
            connection.handle, UInt32(SQLITE_TRACE_PROFILE),
            { _, tracer, statement, nanoseconds in
                guard let tracer, let statement, let nanoseconds, let sql = sqlite3_sql(OpaquePointer(statement)) else {
                    return 0
                }
                let duration = Duration.nanoseconds(nanoseconds.load(as: Int64.self))
                Unmanaged<Tracer>.fromOpaque(tracer).takeUnretainedValue().tell(String(cString: sql), duration)
                return 0
            }, Unmanaged.passUnretained(tracer).toOpaque())
    }
}

/// A class, because SQLite keeps its address.
final class Tracer {
    fileprivate let tell: @Sendable (String, Duration) -> Void

    fileprivate init(_ tell: @escaping @Sendable (String, Duration) -> Void) {
        self.tell = tell
    }
}

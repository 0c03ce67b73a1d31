import CSQLite

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

import CSQLite

extension Database {
    /// Adds `body` as an SQL function with this many parameters to this connection.
    ///
    /// A deterministic function returns the same for the same values, so SQLite may call it once. A schema can't call
    /// any of them. It runs on the thread of the query, so the closure is `@Sendable` and belongs to no actor.
    package func addFunction(
        _ name: String, parameters: Int32, isDeterministic: Bool = false,
        _ body: @escaping @Sendable (borrowing FunctionArguments) throws -> any Bindable
    ) throws(SQLiteError) {
        let flags = SQLITE_UTF8 | (isDeterministic ? SQLITE_DETERMINISTIC : 0)
        let function = Unmanaged.passRetained(Function(body)).toOpaque()
        // SQLite releases the function when the connection closes, and also if this call fails.
        let status = sqlite3_create_function_v2(
            connection.handle, name, parameters, flags, function,
            { context, count, values in Function.call(context, FunctionArguments(count: count, values: values)) },
            nil, nil, { function in function.map { Unmanaged<Function>.fromOpaque($0).release() } })
        guard status == SQLITE_OK else { throw SQLiteError(connection.handle) }
    }
}

/// The arguments of an SQL function, valid during the call.
package struct FunctionArguments: ~Copyable {
    private let values: UnsafeMutablePointer<OpaquePointer?>?
    package let count: Int

    fileprivate init(count: Int32, values: UnsafeMutablePointer<OpaquePointer?>?) {
        self.count = Int(count)
        self.values = values
    }

    package subscript(position: Int) -> Value {
        precondition((0..<count).contains(position), "a function has no argument \(position)")
        guard let value = values?[position] else { return .null }
        switch sqlite3_value_type(value) {
        case SQLITE_INTEGER: return .integer(sqlite3_value_int64(value))
        case SQLITE_FLOAT: return .real(sqlite3_value_double(value))
        case SQLITE_TEXT:
            let start = sqlite3_value_text(value)
            let utf8 = UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
            return .text(String(decoding: utf8, as: UTF8.self))
        case SQLITE_BLOB:
            let start = sqlite3_value_blob(value)
            return .blob(Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))))
        default: return .null
        }
    }

    package func text(_ position: Int) -> String {
        withText(position) { utf8 in utf8.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) } }
    }

    /// Passes a text's bytes to `body`, borrowed from SQLite.
    package func withText<Result>(_ position: Int, _ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
        precondition((0..<count).contains(position), "a function has no argument \(position)")
        let value = values?[position]
        // The order matters: the length is that of the last requested form.
        let start = value.flatMap { sqlite3_value_text($0) }
        let count = value.map { Int(sqlite3_value_bytes($0)) } ?? 0
        return try body(UnsafeBufferPointer(start: start, count: start == nil ? 0 : count).span)
    }
}

/// A class, because SQLite keeps its address.
private final class Function {
    private let body: @Sendable (borrowing FunctionArguments) throws -> any Bindable

    init(_ body: @escaping @Sendable (borrowing FunctionArguments) throws -> any Bindable) {
        self.body = body
    }

    static func call(_ context: OpaquePointer?, _ arguments: consuming FunctionArguments) {
        guard let data = sqlite3_user_data(context) else { return }
        let function = Unmanaged<Function>.fromOpaque(data).takeUnretainedValue()
        do {
            answer(try function.body(arguments).sqliteValue, to: context)
        } catch {
            sqlite3_result_error(context, "\(error)", -1)
        }
    }

    private static func answer(_ value: Value, to context: OpaquePointer?) {
        switch value {
        case .null: sqlite3_result_null(context)
        case .integer(let integer): sqlite3_result_int64(context, integer)
        case .real(let real): sqlite3_result_double(context, real)
        case .text(var text):
            text.withUTF8 { utf8 in
                utf8.withMemoryRebound(to: CChar.self) { characters in
                    sqlite3_result_text64(
                        context, characters.baseAddress, UInt64(characters.count), lede_sqlite_transient(),
                        UInt8(SQLITE_UTF8))
                }
            }
        case .blob(let bytes):
            guard !bytes.isEmpty else { return sqlite3_result_zeroblob(context, 0) }
            sqlite3_result_blob64(context, bytes, UInt64(bytes.count), lede_sqlite_transient())
        }
    }
}

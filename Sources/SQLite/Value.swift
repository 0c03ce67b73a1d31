import CSQLite
package import FoundationEssentials
import Glibc

/// The value of a column or of a parameter.
package enum Value: Equatable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
}

/// What a statement's parameter can hold.
package protocol Bindable: Sendable {
    var sqliteValue: Value { get }

    /// Binds this to the next parameter, or to as many as it stands for.
    func bind(to parameters: inout Parameters)
}

extension Bindable {
    package func bind(to parameters: inout Parameters) { parameters.bind(sqliteValue) }
}

extension Value: Bindable {
    package var sqliteValue: Value { self }
}

extension Int: Bindable {
    package var sqliteValue: Value { .integer(Int64(self)) }
}

extension Int64: Bindable {
    package var sqliteValue: Value { .integer(self) }
}

extension Double: Bindable {
    package var sqliteValue: Value { .real(self) }
}

extension Bool: Bindable {
    package var sqliteValue: Value { .integer(self ? 1 : 0) }
}

extension String: Bindable {
    package var sqliteValue: Value { .text(self) }
}

extension [UInt8]: Bindable {
    package var sqliteValue: Value { .blob(self) }
}

/// Dates are stored as whole milliseconds since 1970: exact to compare, small in the file.
extension Date: Bindable {
    package var sqliteValue: Value {
        let milliseconds = (timeIntervalSince1970 * 1000).rounded()
        return .integer(Int64(exactly: milliseconds) ?? (milliseconds < 0 ? .min : .max))
    }
}

extension Optional: Bindable where Wrapped: Bindable {
    package var sqliteValue: Value { self?.sqliteValue ?? .null }
}

/// Values for several parameters in a row, if their number is known only at run time: `IN (?, ?, ?)`.
package struct Each<Element: Bindable>: Bindable {
    private let values: [Element]

    package init(_ values: [Element]) {
        self.values = values
    }

    package var sqliteValue: Value { preconditionFailure("several values can't be the value of one parameter") }

    package func bind(to parameters: inout Parameters) {
        for value in values { parameters.bind(value.sqliteValue) }
    }
}

/// The parameters of a statement about to run, which are bound one after the other.
package struct Parameters: ~Copyable {
    private let statement: OpaquePointer
    private(set) var count: Int32 = 0
    /// SQLite's first failure, if any.
    private(set) var status = SQLITE_OK
    /// Whether SQLite has copied values.
    private(set) var holdsCopies = false
    /// The rest of the statement's memory for short texts.
    private var scratch: Slice<UnsafeMutableRawBufferPointer>

    init(of statement: OpaquePointer, scratch: UnsafeMutableRawBufferPointer) {
        self.statement = statement
        self.scratch = scratch[...]
    }

    /// Binds the next parameter by position.
    mutating func bind(_ value: Value) {
        count += 1
        let bound =
            switch value {
            case .null: sqlite3_bind_null(statement, count)
            case .integer(let integer): sqlite3_bind_int64(statement, count, integer)
            case .real(let real): sqlite3_bind_double(statement, count, real)
            case .text(let text): bind(text, at: count)
            case .blob(let bytes): bind(bytes, at: count)
            }
        // The count reveals a surplus value.
        if status == SQLITE_OK, bound != SQLITE_RANGE { status = bound }
    }

    private mutating func bind(_ text: String, at position: Int32) -> Int32 {
        var text = text
        return text.withUTF8 { utf8 in
            // The text's own bytes are valid only in this closure, so they are copied.
            let isShort = utf8.count <= scratch.count
            var bytes = UnsafeRawBufferPointer(utf8)
            if isShort {
                let room = UnsafeMutableRawBufferPointer(rebasing: scratch)
                room.copyMemory(from: bytes)
                bytes = UnsafeRawBufferPointer(room)
                scratch = scratch.dropFirst(utf8.count)
            } else {
                holdsCopies = true
            }
            return sqlite3_bind_text64(
                statement, position, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), UInt64(utf8.count),
                isShort ? nil : lede_sqlite_transient(), UInt8(SQLITE_UTF8))
        }
    }

    private mutating func bind(_ bytes: [UInt8], at position: Int32) -> Int32 {
        guard !bytes.isEmpty else { return sqlite3_bind_zeroblob(statement, position, 0) }
        holdsCopies = true
        return sqlite3_bind_blob64(statement, position, bytes, UInt64(bytes.count), lede_sqlite_transient())
    }
}

/// A column of a row, by its position from 0 or by its name in the result. Literals of both are columns.
package enum Column: Sendable, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
    case position(Int32)
    /// A name in the program's text, which costs nothing to pass on.
    case name(StaticString)

    package init(integerLiteral position: Int32) { self = .position(position) }

    package init(stringLiteral name: StaticString) { self = .name(name) }
}

/// One row of a result. Columns are read by position or name, and copied only then.
///
/// It is valid only in the closure that gets it.
package struct Row: ~Copyable {
    private let statement: OpaquePointer
    private let columns: Int32

    init(_ statement: OpaquePointer) {
        self.statement = statement
        columns = sqlite3_column_count(statement)
    }

    package var count: Int { Int(columns) }

    package func isNull(_ column: Column) -> Bool { sqlite3_column_type(statement, index(column)) == SQLITE_NULL }

    package func integer(_ column: Column) -> Int64 { sqlite3_column_int64(statement, index(column)) }

    /// A number for calculations, clamped to ±2^40. lede's own numbers never come near it; a damaged file's might, and
    /// a sum of thousands of them must not overflow.
    package func int(_ column: Column) -> Int { Int(min(max(integer(column), -Self.largestInt), Self.largestInt)) }

    private static let largestInt: Int64 = 1 << 40

    package func real(_ column: Column) -> Double { sqlite3_column_double(statement, index(column)) }

    package func bool(_ column: Column) -> Bool { integer(column) != 0 }

    package func text(_ column: Column) -> String { withText(column) { Self.string($0) } }

    package func blob(_ column: Column) -> [UInt8] {
        withBlob(column) { bytes in bytes.withUnsafeBufferPointer { Array($0) } }
    }

    /// A damaged file may have any number. The dates of others would overflow calculations, so they are cut off.
    package func date(_ column: Column) -> Date {
        let latest: Int64 = 1 << 53
        return Date(timeIntervalSince1970: Double(max(-latest, min(integer(column), latest))) / 1000)
    }

    package func optionalInteger(_ column: Column) -> Int64? { isNull(column) ? nil : integer(column) }

    package func optionalInt(_ column: Column) -> Int? { isNull(column) ? nil : int(column) }

    package func optionalReal(_ column: Column) -> Double? { isNull(column) ? nil : real(column) }

    package func optionalText(_ column: Column) -> String? {
        let index = index(column)
        guard let start = sqlite3_column_text(statement, index) else { return nil }
        return Self.string(
            UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, index))).span)
    }

    package func optionalDate(_ column: Column) -> Date? { isNull(column) ? nil : date(column) }

    /// The column in its stored type.
    package func value(_ column: Column) -> Value {
        switch sqlite3_column_type(statement, index(column)) {
        case SQLITE_INTEGER: .integer(integer(column))
        case SQLITE_FLOAT: .real(real(column))
        case SQLITE_TEXT: .text(text(column))
        case SQLITE_BLOB: .blob(blob(column))
        default: .null
        }
    }

    /// Passes the text's bytes to `body`, borrowed from SQLite. They are UTF-8 if the program stored UTF-8.
    package func withText<Result, Failure: Error>(
        _ column: Column, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let index = index(column)
        // The order matters: the length is that of the last requested form.
        let start = sqlite3_column_text(statement, index)
        return try body(UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, index))).span)
    }

    /// Passes the blob's bytes to `body`, borrowed from SQLite.
    package func withBlob<Result, Failure: Error>(
        _ column: Column, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let index = index(column)
        let start = sqlite3_column_blob(statement, index)?.assumingMemoryBound(to: UInt8.self)
        return try body(UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, index))).span)
    }

    private static func string(_ utf8: Span<UInt8>) -> String {
        utf8.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }

    @inline(__always)
    private func index(_ column: Column) -> Int32 {
        switch column {
        case .position(let position):
            precondition((0..<columns).contains(position), "a row has no column \(position)")
            return position
        case .name(let name): return index(of: name)
        }
    }

    /// Searched each time: rows are narrow, and a remembered index would be wrong after a change of the schema.
    private func index(of name: StaticString) -> Int32 {
        let found = (0..<columns).first {
            strcmp(sqlite3_column_name(statement, $0), name.utf8Start) == 0
        }
        guard let found else { preconditionFailure("a row has no column “\(name)”") }
        return found
    }
}

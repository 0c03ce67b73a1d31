import CSQLite
package import FoundationEssentials
import Glibc

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

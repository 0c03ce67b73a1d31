import CSQLite

/// One row of an answer: columns are read by position, and copied only when they are asked for.
///
/// It is good for as long as the closure that was handed it runs.
package struct Row: ~Copyable {
    private let statement: OpaquePointer

    init(_ statement: OpaquePointer) {
        self.statement = statement
    }

    package func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

    package func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

    package func int(_ column: Int32) -> Int { Int(integer(column)) }

    package func real(_ column: Int32) -> Double { sqlite3_column_double(statement, column) }

    package func bool(_ column: Int32) -> Bool { integer(column) != 0 }

    package func text(_ column: Int32) -> String { optionalText(column) ?? "" }

    package func optionalText(_ column: Int32) -> String? {
        guard let start = sqlite3_column_text(statement, column) else { return nil }
        let count = Int(sqlite3_column_bytes(statement, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    package func optionalReal(_ column: Int32) -> Double? { isNull(column) ? nil : real(column) }

    package func optionalInteger(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }
}

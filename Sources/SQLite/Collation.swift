import CSQLite
package import FoundationEssentials

extension Database {
    /// Makes `compare` an order of texts, for `COLLATE` and for indexes, on this connection.
    ///
    /// It is called on whatever thread runs the query, and must order the same texts the same way forever where an
    /// index is made with it.
    package func addCollation(
        _ name: String, _ compare: @escaping @Sendable (String, String) -> ComparisonResult
    ) throws(SQLiteError) {
        let collation = Unmanaged.passRetained(Collation(compare))
        let status = sqlite3_create_collation_v2(
            connection.handle, name, SQLITE_UTF8, collation.toOpaque(),
            { collation, leftCount, left, rightCount, right in
                guard let collation else { return 0 }
                return Unmanaged<Collation>.fromOpaque(collation).takeUnretainedValue()
                    .order(Collation.text(left, leftCount), Collation.text(right, rightCount))
            },
            { collation in collation.map { Unmanaged<Collation>.fromOpaque($0).release() } })
        guard status == SQLITE_OK else {
            // Unlike a function, SQLite leaves what it refused to us.
            collation.release()
            throw SQLiteError(connection.handle)
        }
    }
}

/// A class because SQLite holds it by its address.
private final class Collation {
    private let compare: @Sendable (String, String) -> ComparisonResult

    init(_ compare: @escaping @Sendable (String, String) -> ComparisonResult) {
        self.compare = compare
    }

    func order(_ left: String, _ right: String) -> Int32 {
        switch compare(left, right) {
        case .orderedAscending: -1
        case .orderedSame: 0
        case .orderedDescending: 1
        }
    }

    static func text(_ start: UnsafeRawPointer?, _ count: Int32) -> String {
        String(decoding: UnsafeRawBufferPointer(start: start, count: Int(count)), as: UTF8.self)
    }
}

import SQLite

/// The rows of a table in another reader's database, read in pieces in the order of storage.
struct ForeignTable: Sendable {
    private let database: ForeignDatabase
    private let name: String
    private let columns: [String]
    private let list: ColumnList
    private var lastRow: Int64 = .min
    private static let batch = 2000

    /// Opens a table. It may lack any of `columns` except the first and the `needed` ones; `contents` names the data in
    /// an error.
    init(
        _ name: String, in database: ForeignDatabase, columns: [String], needed: Set<String>, contents: String
    ) throws(MovingFailure) {
        let known = try database.columns(of: name, with: columns[0])
        guard known.isSuperset(of: needed) else {
            throw MovingFailure.notItsDatabase(path: database.path, reason: "it has no \(contents)")
        }
        self.database = database
        self.name = name
        self.columns = columns
        list = ColumnList(columns, of: known)
    }

    /// Returns what `read` makes of the next rows, with columns in order; empty at the end.
    mutating func next<Result: Sendable>(
        read: @Sendable (borrowing Row) throws -> Result
    ) throws(MovingFailure) -> [Result] {
        let number = Column.position(Int32(columns.count))
        let rows = try database.all(
            "SELECT \(list.sql), rowid FROM \(name) NOT INDEXED WHERE rowid > \(lastRow) ORDER BY rowid LIMIT \(Self.batch)"
        ) { row in (try read(row), row.integer(number)) }
        for (_, number) in rows {
            // Pages of a damaged file can form a circle, so that rows would repeat for ever.
            guard number > lastRow else {
                throw .notItsDatabase(path: database.path, reason: "its rows are out of order")
            }
            lastRow = number
        }
        return rows.map(\.0)
    }
}

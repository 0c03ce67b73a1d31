import SQLite

/// The rows of a table in another reader's database, read piece by piece in the order in which they were stored.
struct ForeignTable: Sendable {
    private let database: ForeignDatabase
    private let name: String
    private let columns: [String]
    private let list: ColumnList
    private var lastRow: Int64 = .min
    private static let batch = 2000

    /// Of its `columns` the table may lack all but the first and those that are `needed`; `contents` is what it would else not
    /// have.
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

    /// What `read` makes of the next rows, whose columns come in their order; empty at the end.
    mutating func next<Result: Sendable>(
        read: @Sendable (borrowing Row) throws -> Result
    ) throws(MovingFailure) -> [Result] {
        let number = Column.position(Int32(columns.count))
        let rows = try database.all(
            "SELECT \(list.sql), rowid FROM \(name) NOT INDEXED WHERE rowid > \(lastRow) ORDER BY rowid LIMIT \(Self.batch)"
        ) { row in (try read(row), row.integer(number)) }
        for (_, number) in rows {
            // Pages of a damaged file can lead back to rows that were read before, for ever.
            guard number > lastRow else {
                throw .notItsDatabase(path: database.path, reason: "its rows are out of order")
            }
            lastRow = number
        }
        return rows.map(\.0)
    }
}

import SQLite

/// The rows of some stored documents, item by item, to insert again without a library.
struct StoredRows {
    /// The tables that storing inserts into, besides a feed's few rows.
    private static let tables = ["items", "states", "contents", "enclosures", "categories"]

    private enum Value {
        case null
        case integer(Int64)
        case real(Double)
        /// Its range in `texts`.
        case text(Range<Int>)
    }

    private struct Row {
        let table: Int
        let values: Range<Int>
    }

    private var items: [Range<Int>] = []
    private var rows: [Row] = []
    private var values: [Value] = []
    private var texts: [UInt8] = []
    private let widths: [Int]

    init(of path: String) throws {
        let database = try Database(path: path, access: .readOnly)
        widths = try Self.tables.map { table in
            try database.first("SELECT count(*) FROM pragma_table_info(?)", table) { $0.int(0) } ?? 0
        }
        let ids = try database.all("SELECT id FROM items ORDER BY id") { $0.integer(0) }
        for id in ids {
            let first = rows.count
            for (number, table) in Self.tables.enumerated() {
                let key = table == "items" ? "id" : "item"
                try database.each("SELECT * FROM \(table) WHERE \(key) = ?", id) { add($0, of: number) }
            }
            items.append(first..<rows.count)
        }
    }

    var count: Int { items.count }

    /// Inserts the rows with prepared statements, in this many transactions.
    func insert(into path: String, transactions: Int, pragmas: String) {
        let connection = BareConnection(path: path, readOnly: false)
        connection.execute(pragmas)
        let statements = zip(Self.tables, widths).map { table, width in
            let places = Array(repeating: "?", count: width).joined(separator: ", ")
            return connection.statement("INSERT INTO \(table) VALUES (\(places))")
        }
        texts.withUnsafeBufferPointer { texts in
            for number in 0..<transactions {
                connection.execute("BEGIN IMMEDIATE")
                for item in items[count * number / transactions..<count * (number + 1) / transactions] {
                    for row in rows[item] { insert(row, with: statements[row.table], texts) }
                }
                connection.execute("COMMIT")
            }
        }
    }

    private func insert(_ row: Row, with statement: BareStatement, _ texts: UnsafeBufferPointer<UInt8>) {
        for (position, index) in zip(Int32(1)..., row.values) {
            switch values[index] {
            case .null: statement.bind(nil, to: position)
            case .integer(let number): statement.bind(number, to: position)
            case .real(let number): statement.bind(number, to: position)
            case .text(let range): statement.bind(UnsafeBufferPointer(rebasing: texts[range]), to: position)
            }
        }
        statement.run()
    }

    private mutating func add(_ row: borrowing SQLite.Row, of table: Int) {
        let first = values.count
        for column in 0..<row.count {
            switch row.value(.position(Int32(column))) {
            case .null: values.append(.null)
            case .integer(let number): values.append(.integer(number))
            case .real(let number): values.append(.real(number))
            case .text(let text):
                values.append(.text(texts.count..<texts.count + text.utf8.count))
                texts += Array(text.utf8)
            case .blob: preconditionFailure("an item has no blobs")
            }
        }
        rows.append(Row(table: table, values: first..<values.count))
    }
}

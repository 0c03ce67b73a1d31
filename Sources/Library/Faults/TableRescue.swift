import SQLite

/// Takes over what can be read of one table of a damaged file, around the pages that can't.
struct TableRescue {
    private let source: Database
    private let destination: Database
    private let table: String
    private let columns: [String]
    /// The columns of the key, where the table has no row numbers.
    private let key: [String]?

    /// Nil where the damaged file has no such table, or can't tell.
    init?(of table: String, from source: Database, into destination: Database) throws {
        let wanted = try destination.columns(of: table)
        let there = Set(((try? source.columns(of: table)) ?? []).map(\.name))
        columns = wanted.map(\.name).filter(there.contains)
        guard !columns.isEmpty else { return nil }
        let hasRowNumbers = try destination.first(
            "SELECT wr = 0 FROM pragma_table_list WHERE name = ? AND schema = 'main'", table
        ) { $0.bool(0) }
        key = hasRowNumbers == true ? nil : wanted.filter { $0.isKey }.map(\.name)
        self.source = source
        self.destination = destination
        self.table = table
    }

    /// Takes the rows over.
    func run() throws {
        let insert = try destination.statement(
            """
            INSERT OR IGNORE INTO \(table) (\(columns.joined(separator: ", ")))
            VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
            """)
        if let key { try takeFromBothEnds(key, insert) } else { try takeByNumber(insert) }
    }

    /// A table in order of its key is read forwards up to the first damage and backwards up to the last.
    private func takeFromBothEnds(_ key: [String], _ insert: Statement) throws {
        for direction in ["ASC", "DESC"] {
            let order = key.map { "\($0) \(direction)" }.joined(separator: ", ")
            let rows = "SELECT \(columns.joined(separator: ", ")) FROM \(table) ORDER BY \(order)"
            let isWhole = try surviving { try source.each(rows) { try insert.run($0.values(from: 0)) } }
            if isWhole { return }
        }
    }

    /// Rows with numbers are read in their order; where one can't be, the next that can is looked for.
    private func takeByNumber(_ insert: Statement) throws {
        let list = columns.joined(separator: ", ")
        let rows = try source.statement("SELECT rowid, \(list) FROM \(table) WHERE rowid >= ? ORDER BY rowid")
        let probe = try source.statement("SELECT rowid, \(list) FROM \(table) WHERE rowid >= ? ORDER BY rowid LIMIT 1")
        // No table of ours has numbers below.
        var next: Int64 = 0
        while true {
            var last: Int64?
            let isWhole = try surviving {
                try rows.each(next) { row in
                    last = row.integer(0)
                    try insert.run(row.values(from: 1))
                }
            }
            if isWhole { return }
            // Rows that are not in their order would lead back.
            let damaged = max(last.map { $0 == .max ? $0 : $0 + 1 } ?? next, next)
            guard let readable = try firstReadable(after: damaged, probe) else { return }
            next = readable
        }
    }

    /// The first number behind damage from which on a row can be read: steps that double find one, halving finds the first.
    private func firstReadable(after damaged: Int64, _ probe: Statement) throws -> Int64? {
        func canRead(from number: Int64) throws -> Bool { try surviving { _ = try probe.first(number) { _ in } } }
        var unreadable = damaged
        var step: Int64 = 1
        while true {
            let (number, isTooLarge) = unreadable.addingReportingOverflow(step)
            guard !isTooLarge else { return nil }
            if try canRead(from: number) {
                var (bad, good) = (unreadable, number)
                while good - bad > 1 {
                    let middle = bad + (good - bad) / 2
                    if try canRead(from: middle) { good = middle } else { bad = middle }
                }
                return good
            }
            (unreadable, step) = (number, step.multipliedReportingOverflow(by: 2).overflow ? .max : step * 2)
        }
    }

    /// Whether `body` went through, and did not meet damage; what else goes wrong is thrown.
    private func surviving(_ body: () throws -> Void) throws -> Bool {
        do {
            try body()
            return true
        } catch let error as SQLiteError where error.isOfDamage {
            return false
        }
    }
}

extension Row {
    fileprivate func values(from first: Int32) -> Each<Value> {
        Each((first..<Int32(count)).map { value(.position($0)) })
    }
}

extension SQLiteError {
    /// Whether what was asked for lies in a part of the file that can't be read or makes no sense.
    var isOfDamage: Bool { [.damaged, .notADatabase, .inputOutput].contains(reason) }
}

extension Database {
    fileprivate func columns(of table: String) throws -> [(name: String, isKey: Bool)] {
        try all("SELECT name, pk > 0 FROM pragma_table_info(?) ORDER BY cid", table) { ($0.text(0), $0.bool(1)) }
    }
}

import Glibc
import SQLite
import System

/// What lede did about an unusable library.
package struct Salvage: Equatable, Sendable {
    package enum Cause: Sendable {
        case damage
        /// It has triggers, tables or indexes that lede doesn't make, or lacks some.
        case foreignSchema
    }

    let cause: Cause
    /// Where the file is now.
    package let damagedPath: String
    package let savedItems: Int
    /// The number of items in the file, if known.
    package let expectedItems: Int
}

/// The message for the user.
extension Salvage: CustomStringConvertible {
    package var description: String {
        let expected = savedItems < expectedItems ? " of about \(Self.grouped(expectedItems))" : ""
        let items = max(savedItems, expectedItems) == 1 ? "item" : "items"
        let saved = "saved \(Self.grouped(savedItems))\(expected) \(items)"
        return switch cause {
        case .damage: "the library was damaged: \(saved); the damaged file is now \(damagedPath)"
        case .foreignSchema:
            "the library's structure was wrong: \(saved); the old file is now \(damagedPath)"
        }
    }

    private static func grouped(_ number: Int) -> String {
        let digits = String(number)
        return digits.enumerated().reduce(into: "") { text, digit in
            if digit.offset > 0, (digits.count - digit.offset).isMultiple(of: 3) { text += "," }
            text.append(digit.element)
        }
    }
}

/// Sets a library aside that is damaged or has a foreign schema, and fills a new one with its readable rows.
struct Salvager {
    let path: String
    private let cause: Salvage.Cause
    private let aside: SetAside

    private let draft: FileDraft

    init(path: String, because cause: Salvage.Cause, at time: time_t) {
        self.path = path
        self.cause = cause
        draft = FileDraft(ofDatabase: path, ending: ".salvage")
        aside = SetAside(path, as: "damaged", at: time)
    }

    /// The damaged file stays in place until the new one replaces it, so a kill loses neither.
    func run() throws -> Salvage {
        try aside.link()
        do {
            try naming { () throws(FileFailure) in try draft.make() }
            let salvage = try fillDraft()
            try putInPlace()
            // Looking at it has left an index of its log.
            unlink(aside.path + "-shm")
            return salvage
        } catch {
            draft.discard()
            // It is still in its place.
            aside.withdraw()
            throw error
        }
    }

    private func fillDraft() throws -> Salvage {
        try DamagedFile(path: aside.path).restoreHeader()
        var options = DatabaseOptions.source
        options.mayRepairSchema = true
        let source = try Database(path: aside.path, access: .readOnly, options: options)
        try source.useRestOfSchema()
        let outcome = try LibraryRescue(source: source, goesAroundDamage: true, keepsJournal: true)
            .run(into: draft.path, version: source.schemaVersion)
        return Salvage(
            cause: cause, damagedPath: aside.path, savedItems: outcome.items,
            expectedItems: max(outcome.items, outcome.expectedItems))
    }

    private func putInPlace() throws {
        try naming { () throws(FileFailure) in try draft.sync() }
        // The log belongs to the damaged file, which has it under its new name.
        aside.takeCompanionsAway()
        try naming { () throws(FileFailure) in try draft.putInPlace() }
        draft.settle()
    }

    /// Turns a failure of setting the library aside into a `LibraryFailure`.
    private func naming(_ body: () throws(FileFailure) -> Void) throws(LibraryFailure) {
        do throws(FileFailure) {
            try body()
        } catch {
            throw .unreadable(path: path, reason: "it's damaged, and lede can't rename it: \(error.reason)")
        }
    }
}

extension Database {
    /// Makes SQLite use the tables that it still finds if a part of the schema is unreadable.
    fileprivate func useRestOfSchema() throws {
        let look = { _ = try self.first("SELECT 1 FROM sqlite_schema") { _ in } }
        do {
            try look()
        } catch {
            try execute("PRAGMA writable_schema = ON")
            // The first statement fails all the same (sqlite3InitOne in prepare.c).
            _ = try? look()
        }
    }

    /// The version of a library whose header may have been lost.
    fileprivate var schemaVersion: Int {
        let version = (try? first("PRAGMA user_version") { $0.int(0) }) ?? 0
        return Schema.migrations.contains { $0.version == version } ? version : Schema.version
    }
}

/// Copies the rows of one table of an untrusted file: those that can be read, around damaged pages, and that lede could
/// have written. The table's definition doesn't matter, as long as it is a table.
struct TableRescue {
    private let source: Database
    private let destination: Database
    private let table: String
    private let columns: [(name: String, kind: ColumnKind)]
    /// The columns of the key, if the table has no row numbers.
    private let key: [String]?
    /// Whether to continue after unreadable pages, which otherwise are an error.
    private let goesAroundDamage: Bool

    /// Fails if the file has no such table, or can't say.
    init?(of table: String, from source: Database, into destination: Database, goingAroundDamage: Bool) throws {
        let wanted = try destination.columns(of: table)
        guard let first = wanted.first, source.hasPlainTable(table, with: first.name) else { return nil }
        let there = Set(((try? source.columns(of: table)) ?? []).map(\.name))
        columns = wanted.filter { there.contains($0.name) }.compactMap { column in
            ColumnKind(name: column.name, type: column.type, isKey: column.isKey).map { (column.name, $0) }
        }
        guard !columns.isEmpty else { return nil }
        let hasRowNumbers = try destination.first(
            "SELECT wr = 0 FROM pragma_table_list WHERE name = ? AND schema = 'main'", table
        ) { $0.bool(0) }
        key = hasRowNumbers == true ? nil : wanted.filter { $0.isKey }.map(\.name)
        self.source = source
        self.destination = destination
        self.table = table
        goesAroundDamage = goingAroundDamage
    }

    /// Copies the rows; returns how many it left out because lede would never write them.
    func run() throws -> Int {
        var rows = Rows(
            columns.map(\.kind),
            insert: try destination.statement(
                """
                INSERT OR IGNORE INTO \(table) (\(list)) VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
                """))
        do {
            if let key { try readFromBothEnds(key, &rows) } else { try readByNumber(&rows) }
        } catch let error as SQLiteError where goesAroundDamage && error.isEndless {
            // Its pages form a circle, and all their rows have come.
        }
        return rows.leftOut
    }

    private var list: String { columns.map(\.name).joined(separator: ", ") }

    // Reads the table itself: its indexes can't be trusted.
    private var rows: String { "FROM \(table) NOT INDEXED" }

    /// Reads a table in key order forwards up to the first damage and backwards up to the last.
    private func readFromBothEnds(_ key: [String], _ rows: inout Rows) throws {
        for direction in ["ASC", "DESC"] {
            let order = key.map { "\($0) \(direction)" }.joined(separator: ", ")
            let isWhole = try surviving {
                try source.each("SELECT \(list) \(self.rows) ORDER BY \(order)") { try rows.copy($0, from: 0) }
            }
            if isWhole { return }
        }
    }

    /// Reads numbered rows in order; after an unreadable one, finds the next readable one.
    private func readByNumber(_ rows: inout Rows) throws {
        let all = try source.statement("SELECT rowid, \(list) \(self.rows) WHERE rowid >= ? ORDER BY rowid")
        let probe = try source.statement("SELECT rowid, \(list) \(self.rows) WHERE rowid >= ? ORDER BY rowid LIMIT 1")
        // Our tables have no negative row numbers.
        var next: Int64 = 0
        while true {
            var last: Int64?
            let isWhole = try surviving {
                try all.each(next) { row in
                    let number = row.integer(0)
                    if let last, number <= last { throw Disorder() }
                    last = number
                    try rows.copy(row, from: 1)
                }
            }
            if isWhole { return }
            // Rows out of order would lead back.
            let damaged = max(last.map { $0 == .max ? $0 : $0 + 1 } ?? next, next)
            guard let readable = try firstReadable(after: damaged, probe) else { return }
            next = readable
        }
    }

    /// The first readable row number after damage: doubling steps find one, and halving finds the first.
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

    /// Whether `body` succeeded; false if it met damage that can be skipped. Throws other errors.
    private func surviving(_ body: () throws -> Void) throws -> Bool {
        do {
            try body()
            return true
        } catch let error as SQLiteError where goesAroundDamage && error.isOfDamage && !error.isEndless {
            return false
        } catch is Disorder where goesAroundDamage {
            return false
        }
    }

    /// Pages lead back to rows that were read already.
    struct Disorder: Error {}
}

/// The destination of valid rows.
private struct Rows {
    private let kinds: [ColumnKind]
    private let insert: Statement
    private(set) var leftOut = 0

    init(_ kinds: [ColumnKind], insert: Statement) {
        self.kinds = kinds
        self.insert = insert
    }

    /// Takes a row whose columns start at this one.
    mutating func copy(_ row: borrowing Row, from first: Int32) throws {
        let values = kinds.indices.map { row.value(.position(first + Int32($0))) }
        guard zip(kinds, values).allSatisfy({ $0.admits($1) }) else { return leftOut += 1 }
        try insert.run(Each(values))
    }
}

extension SQLiteError {
    /// Whether the error means that this part of the file is unreadable or invalid.
    fileprivate var isOfDamage: Bool { [.damaged, .notADatabase, .inputOutput].contains(reason) }
}

extension Database {
    fileprivate func columns(of table: String) throws -> [(name: String, type: String, isKey: Bool)] {
        try all("SELECT name, type, pk > 0 FROM pragma_table_info(?) ORDER BY cid", table) {
            ($0.text(0), $0.text(1), $0.bool(2))
        }
    }
}

/// What a column of a library may contain, by its type in lede's schema.
///
/// SQLite converts values to a column's type if possible, but stores any value.
enum ColumnKind {
    case integer
    /// A row number, of this row or of a related row in another table.
    case number
    case flag
    case real
    case text
    case blob
    /// An item's id on a server.
    case serverID

    /// Row numbers of items, which editions of texts share.
    private static let numbers = 1...(Int64(1) << SearchText.editionShift - 1)

    /// Fails for a type that no table of lede has.
    init?(name: String, type: String, isKey: Bool) {
        switch type {
        case "INTEGER" where name.hasPrefix("is_"): self = .flag
        case "INTEGER" where isKey && name == "id": self = .number
        case "INTEGER" where ["item", "feed"].contains(name): self = .number
        case "INTEGER": self = .integer
        case "REAL": self = .real
        case "TEXT": self = .text
        case "BLOB" where name == "server_id": self = .serverID
        case "BLOB": self = .blob
        default: return nil
        }
    }

    /// Whether a row may have the value there. The table itself refuses NULL if it must.
    func admits(_ value: Value) -> Bool {
        switch (self, value) {
        case (_, .null), (.integer, .integer), (.real, .real), (.real, .integer), (.text, .text), (.blob, .blob),
            (.serverID, .integer), (.serverID, .text):
            true
        case (.number, .integer(let number)): Self.numbers.contains(number)
        case (.flag, .integer(let flag)): (0...1).contains(flag)
        default: false
        }
    }
}

import CSQLite
import Figures
import Foundation
import SQLite
import TestSupport

/// Measures the wrapper's cost against SQLite's bare C interface, with the same rows in the same run.
struct SQLiteBenchmark {
    let report: Report

    private let rows = Scale.hundredThousand
    private let runs = Scale.runs(15)
    private let insert = "INSERT INTO t VALUES (?, ?, ?)"
    private let select = "SELECT a, b, c FROM t"

    func run() throws {
        let database = try Database.inMemory()
        try database.execute("CREATE TABLE t (a INTEGER PRIMARY KEY, b INTEGER, c TEXT)")
        let bare = BareDatabase()
        bare.execute("CREATE TABLE t (a INTEGER PRIMARY KEY, b INTEGER, c TEXT)")
        let words = (0..<rows).map { "the title of item \($0)" }

        report.section("\(DecimalText.of(rows)) narrow rows")
        try report.turns(
            "inserted in a transaction", runs: runs, by: .least,
            [
                .own {
                    try database.execute("DELETE FROM t")
                    return try time { try insertAll(words, in: database) }
                },
                .floor("SQLite in C") {
                    bare.execute("DELETE FROM t")
                    return time { bare.insert(insert, words) }
                }
            ])
        try report.turns(
            "read back", runs: runs, by: .least,
            [
                .own { try time { _ = try sum(database) } },
                .floor("SQLite in C") { time { _ = bare.sum(select) } }
            ])
    }

    private func time(_ body: () throws -> Void) rethrows -> Reading {
        Reading(.processorMilliseconds, try processorTime(of: body) / .milliseconds(1))
    }

    private func insertAll(_ words: [String], in database: Database) throws {
        try database.transaction {
            let statement = try database.statement(insert)
            for (number, word) in words.enumerated() { try statement.run(number, number &* 7, word) }
        }
    }

    private func sum(_ database: Database) throws -> Int {
        var sum = 0
        try database.each(select) { row in
            sum &+= row.int(0) &+ row.int(1) &+ row.text(2).utf8.count
        }
        return sum
    }
}

/// The C interface as a Swift program would use it directly.
private final class BareDatabase {
    private var connection: OpaquePointer?

    init() {
        sqlite3_open_v2(":memory:", &connection, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
    }

    deinit { sqlite3_close_v2(connection) }

    func execute(_ sql: String) { sqlite3_exec(connection, sql, nil, nil, nil) }

    func insert(_ sql: String, _ words: [String]) {
        execute("BEGIN")
        var statement: OpaquePointer?
        sqlite3_prepare_v2(connection, sql, -1, &statement, nil)
        for (number, word) in words.enumerated() {
            sqlite3_bind_int64(statement, 1, Int64(number))
            sqlite3_bind_int64(statement, 2, Int64(number &* 7))
            word.withCString { start in
                // The text stays in place until the row is inserted, so SQLite doesn't need to copy it.
                sqlite3_bind_text(statement, 3, start, -1, nil)
                precondition(sqlite3_step(statement) == SQLITE_DONE, "a row could not be inserted")
                sqlite3_reset(statement)
            }
        }
        sqlite3_finalize(statement)
        execute("COMMIT")
    }

    func sum(_ sql: String) -> Int {
        var statement: OpaquePointer?
        sqlite3_prepare_v2(connection, sql, -1, &statement, nil)
        defer { sqlite3_finalize(statement) }
        var sum = 0
        while sqlite3_step(statement) == SQLITE_ROW {
            sum &+= Int(sqlite3_column_int64(statement, 0)) &+ Int(sqlite3_column_int64(statement, 1))
            if let text = sqlite3_column_text(statement, 2) { sum &+= String(cString: text).utf8.count }
        }
        return sum
    }
}

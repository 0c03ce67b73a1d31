import CSQLite
import Foundation
import SQLite
import TestSupport

/// Measures the wrapper's cost against SQLite's bare C interface, with the same rows in the same run.
struct SQLiteBenchmark {
    private let rows = 100_000
    private let runs = 7
    private let insert = "INSERT INTO t VALUES (?, ?, ?)"
    private let select = "SELECT a, b, c FROM t"

    func run() throws {
        let database = try Database.inMemory()
        try database.execute("CREATE TABLE t (a INTEGER PRIMARY KEY, b INTEGER, c TEXT)")
        let bare = BareDatabase()
        bare.execute("CREATE TABLE t (a INTEGER PRIMARY KEY, b INTEGER, c TEXT)")
        let words = (0..<rows).map { "the title of item \($0)" }

        var insertions = Pair()
        var readings = Pair()
        for _ in 0..<runs {
            bare.execute("DELETE FROM t")
            try database.execute("DELETE FROM t")
            insertions.record(
                bare: processorTime { bare.insert(insert, words) },
                wrapped: try processorTime { try insertAll(words, in: database) })
            var sums = (bare: 0, wrapped: 0)
            readings.record(
                bare: processorTime { sums.bare = bare.sum(select) },
                wrapped: try processorTime { sums.wrapped = try sum(database) })
            precondition(sums.bare == sums.wrapped, "both read the same")
        }
        print("SQLite, \(rows) narrow rows, milliseconds of processor time, the least of \(runs) runs:")
        print("  inserted in a transaction   " + insertions.description)
        print("  read back                   " + readings.description)
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

/// The shortest times of two ways to do the same.
private struct Pair: CustomStringConvertible {
    private var bare = Double.infinity
    private var wrapped = Double.infinity

    mutating func record(bare: Double, wrapped: Double) {
        self.bare = min(self.bare, bare)
        self.wrapped = min(self.wrapped, wrapped)
    }

    var description: String {
        String(format: "bare %6.1f   wrapped %6.1f   %.2f× as much", bare, wrapped, wrapped / bare)
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

/// Returns the milliseconds of this thread's processor time in `body`.
private func processorTime(_ body: () throws -> Void) rethrows -> Double {
    let start = processorTime()
    try body()
    return Double(processorTime() - start) / 1e6
}

private func processorTime() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

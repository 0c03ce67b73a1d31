import Dispatch
import Foundation
import SQLite
import Testing

@Suite struct InterruptionTests {
    /// Counts for ever.
    private static let endless = "\(numbers)) SELECT count(*) FROM n"
    private static let numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n"

    private let file: DatabaseFile
    private let pool: DatabasePool

    init() throws {
        file = try DatabaseFile()
        pool = try file.pool("CREATE TABLE t (number)")
    }

    @Test(.timeLimit(.minutes(5)))
    func `a running query can be ended from another thread`() throws {
        let stop = Interruption()
        let failure = #expect(throws: SQLiteError.self) {
            try pool.read(interruptibleBy: stop) { database in
                Thread.detachNewThread { stop.interrupt() }
                try database.run(Self.endless)
            }
        }
        #expect(failure?.reason == .interrupted)
    }

    @Test(.timeLimit(.minutes(5)))
    func `a query ends after its timeout`() throws {
        let failure = #expect(throws: SQLiteError.self) {
            try pool.read(interruptibleBy: Interruption(after: .milliseconds(20))) { try $0.run(Self.endless) }
        }
        #expect(failure?.reason == .interrupted)
    }

    @Test func `an interrupted query doesn't begin`() throws {
        let stop = Interruption()
        stop.interrupt()
        #expect(throws: SQLiteError.self) { try pool.read(interruptibleBy: stop) { _ in Issue.record("it began") } }
    }

    @Test func `a late interruption ends no other query`() throws {
        let stop = Interruption()
        _ = try pool.read(interruptibleBy: stop) { try $0.run("SELECT 1") }
        stop.interrupt()
        let query = "\(Self.numbers) WHERE i < 10000) SELECT count(*) FROM n"
        #expect(try pool.read { try $0.first(query) { $0.int(0) } } == 10_000)
    }

    @Test(.timeLimit(.minutes(5)))
    func `an interrupted write leaves nothing behind`() throws {
        let stop = Interruption()
        #expect(throws: SQLiteError.self) {
            try pool.write { database in
                try database.run("INSERT INTO t VALUES (1)")
                try database.interruptible(by: stop) {
                    stop.interrupt()
                    try database.run("INSERT INTO t \(Self.endless)")
                }
            }
        }
        #expect(try pool.read { try $0.first("SELECT count(*) FROM t") { $0.int(0) } } == 0)
    }

    @Test(.timeLimit(.minutes(5)))
    func `an outer interruption ends queries under an inner one`() throws {
        let (outer, inner) = (Interruption(), Interruption())
        let database = try Database.inMemory()
        #expect(throws: SQLiteError.self) {
            try database.interruptible(by: outer) {
                try database.interruptible(by: inner) {
                    outer.interrupt()
                    try database.run(Self.endless)
                }
            }
        }
    }
}

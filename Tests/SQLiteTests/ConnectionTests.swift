import Foundation
import SQLite
import System
import Testing

@Suite struct ConnectionTests {
    private let file: DatabaseFile

    init() throws {
        file = try DatabaseFile()
    }

    @Test func `a connection that may write but not create makes no file`() throws {
        let failure = #expect(throws: SQLiteError.self) { try file.open(.readWrite) }
        #expect(failure?.reason == .cannotOpen)
        _ = try file.open(.readWriteCreate).execute("CREATE TABLE t (a)")
        try file.open(.readWrite).run("INSERT INTO t VALUES (1)")
    }

    @Test func `a link is followed only if allowed`() throws {
        try file.open().execute("CREATE TABLE t (a)")
        let link = file.path + ".link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file.path)
        _ = try Database(path: link, access: .readOnly)
        let failure = #expect(throws: SQLiteError.self) {
            try Database(path: link, access: .readOnly, options: .init(followsLinks: false))
        }
        #expect(failure?.reason == .cannotOpen)
    }

    @Test func `only its own connection sees a database in memory`() throws {
        let (one, other) = (try Database.inMemory(), try Database.inMemory())
        try one.execute("CREATE TABLE t (a)")
        #expect(throws: SQLiteError.self) { try other.run("SELECT * FROM t") }
    }

    @Test func `setting a pragma returns its new value`() throws {
        let database = try file.open()
        #expect(try database.setPragma("journal_mode", to: "wal") == .text("wal"))
        try database.setPragma("user_version", to: "7")
        #expect(try database.pragma("user_version") == .integer(7))
        #expect(try database.pragma("no_such_pragma") == .null)
    }

    @Test func `changed rows are counted, those of triggers only in the total`() throws {
        let database = try file.open()
        try database.execute(
            """
            CREATE TABLE t (a);
            CREATE TABLE log (a);
            CREATE TRIGGER noting AFTER INSERT ON t BEGIN INSERT INTO log VALUES (new.a); END
            """)
        try database.run("INSERT INTO t VALUES (1), (2)")
        #expect(database.changes == 2)
        #expect(database.totalChanges == 4)
    }

    @Test func `waiting for a lock ends after the timeout`() throws {
        let holder = try file.open()
        let waiter = try file.open(busyTimeout: .milliseconds(50))
        let clock = ContinuousClock()
        let time = try holder.transaction {
            clock.measure {
                let failure = #expect(throws: SQLiteError.self) { try waiter.transaction {} }
                #expect(failure?.isBusy == true)
            }
        }
        #expect(time > .milliseconds(40))
    }

    @Test func `a new connection is prepared before its first use`() throws {
        let options = DatabaseOptions { database throws(SQLiteError) in
            try database.execute("CREATE TEMP TABLE own (a)")
        }
        try Database(path: file.path, access: .readWriteCreate, options: options).run("INSERT INTO own VALUES (1)")
    }

    @Test func `the trace reports statements without their values`() throws {
        let database = try file.open()
        let told = Locked<[String]>([])
        database.trace { sql, _ in told.withLock { $0.append(sql) } }
        try database.run("SELECT ?", "secret")
        database.trace(nil)
        try database.run("SELECT 2")
        #expect(told.withLock { $0 } == ["SELECT ?"])
    }
}

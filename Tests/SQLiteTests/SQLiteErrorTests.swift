import SQLite
import Testing

@Suite struct SQLiteErrorTests {
    private let file: DatabaseFile
    private let database: Database

    init() throws {
        file = try DatabaseFile()
        database = try file.open()
    }

    @Test func `a statement that can't be prepared is told by code, message and SQL`() throws {
        let failure = #expect(throws: SQLiteError.self) { try database.run("SELECT * FROM nowhere") }
        #expect(failure?.code == 1)
        #expect(failure?.message == "no such table: nowhere")
        #expect(failure?.sql == "SELECT * FROM nowhere")
        #expect(failure?.description == "no such table: nowhere (SQLite error 1) in: SELECT * FROM nowhere")
    }

    @Test func `a constraint is told by its extended code, and the SQL without the values`() throws {
        try database.execute("CREATE TABLE t (word UNIQUE); INSERT INTO t VALUES ('secret')")
        let failure = #expect(throws: SQLiteError.self) { try database.run("INSERT INTO t VALUES (?)", "secret") }
        // SQLITE_CONSTRAINT_UNIQUE
        #expect(failure?.code == 2067)
        #expect(failure?.message == "UNIQUE constraint failed: t.word")
        #expect(failure?.sql == "INSERT INTO t VALUES (?)")
    }

    @Test func `a script that fails is told with its SQL`() throws {
        let failure = #expect(throws: SQLiteError.self) { try database.execute("CREATE TABLE t (a); BROKEN") }
        #expect(failure?.message == "near \"BROKEN\": syntax error")
        #expect(failure?.sql == "CREATE TABLE t (a); BROKEN")
    }

    @Test func `a lock that another connection holds is told as busy when the wait is over`() throws {
        let other = try file.open(busyTimeout: .zero)
        let failure = try database.transaction {
            #expect(throws: SQLiteError.self) { try other.transaction {} }
        }
        #expect(failure?.isBusy == true)
        #expect(failure?.isNoDatabase == false)
    }

    @Test func `a folder is told as a file that can't be opened`() throws {
        let failure = #expect(throws: SQLiteError.self) { try Database(path: "/", access: .readWriteCreate) }
        #expect(failure?.message == "unable to open database file")
    }
}

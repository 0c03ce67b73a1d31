import Foundation
import SQLite
import System
import Testing

@Suite struct DatabaseTests {
    private struct Refusal: Error {}

    private let file: DatabaseFile
    private let database: Database

    init() throws {
        file = try DatabaseFile()
        database = try file.open()
        try database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, word TEXT UNIQUE)")
    }

    private func insert(_ words: String...) throws {
        for word in words { try database.run("INSERT INTO t (word) VALUES (?)", word) }
    }

    private var words: [String] {
        get throws { try database.all("SELECT word FROM t ORDER BY id") { $0.text(0) } }
    }

    @Test func `values are bound in the order of the parameters`() throws {
        let found = try database.first("SELECT ?, ?, ?", 1, "two", 3.5) { "\($0.int(0)) \($0.text(1)) \($0.real(2))" }
        #expect(found == "1 two 3.5")
    }

    @Test func `rows come in the order of the query`() throws {
        try insert("one", "two", "three")
        #expect(try database.all("SELECT word FROM t ORDER BY id DESC") { $0.text(0) } == ["three", "two", "one"])
    }

    @Test func `first returns the first row, or nil if there is none`() throws {
        try insert("one", "two")
        #expect(try database.first("SELECT word FROM t ORDER BY id") { $0.text(0) } == "one")
        #expect(try database.first("SELECT word FROM t WHERE id = ?", 99) { $0.text(0) } == nil)
    }

    @Test func `a statement returns the number of changed rows`() throws {
        try insert("one", "two")
        #expect(try database.run("UPDATE t SET word = word || '!'") == 2)
        #expect(try database.run("DELETE FROM t WHERE id = ?", 99) == 0)
    }

    @Test func `the last inserted row is known by its number`() throws {
        try insert("one", "two")
        let id = try database.first("SELECT id FROM t WHERE word = ?", "two") { $0.integer(0) }
        #expect(database.lastInsertRowID == id)
    }

    @Test func `a statement left in the middle starts from the beginning again`() throws {
        try insert("one", "two")
        #expect(throws: Refusal.self) { try database.all("SELECT word FROM t ORDER BY id") { _ in throw Refusal() } }
        #expect(try words == ["one", "two"])
    }

    @Test func `no value is left over from the previous run`() throws {
        #expect(try database.first("SELECT ?", "secret") { $0.optionalText(0) } == "secret")
        #expect(try database.first("SELECT ?", String?.none) { $0.optionalText(0) } == .some(nil))
    }

    @Test func `other statements may run while rows are read`() throws {
        try insert("one", "two")
        _ = try database.all("SELECT id FROM t") {
            try database.run("UPDATE t SET word = 'x' || id WHERE id = ?", $0.int(0))
        }
        #expect(try words == ["x1", "x2"])
    }

    @Test func `a cached statement still works after a change of the schema`() throws {
        try insert("one")
        #expect(try words == ["one"])
        try database.execute("ALTER TABLE t ADD COLUMN extra; ALTER TABLE t RENAME COLUMN extra TO more")
        #expect(try words == ["one"])
    }

    @Test func `a transaction that returns is committed and returns its result`() throws {
        let result = try database.transaction {
            try insert("one", "two")
            return 7
        }
        #expect(result == 7)
        #expect(try file.open(.readOnly).all("SELECT word FROM t ORDER BY id") { $0.text(0) } == ["one", "two"])
    }

    @Test func `a transaction that throws leaves nothing behind and throws the same error`() throws {
        #expect(throws: Refusal.self) {
            try database.transaction {
                try insert("one")
                throw Refusal()
            }
        }
        #expect(try words == [])
    }

    @Test func `a transaction succeeds after one that failed`() throws {
        try? database.transaction { try insert("same", "same") }
        try database.transaction { try insert("same") }
        #expect(try words == ["same"])
    }

    @Test func `a transaction inside another is refused, and the outer one undone`() throws {
        #expect(throws: SQLiteError.self) {
            try database.transaction {
                try insert("one")
                try database.transaction { try insert("two") }
            }
        }
        #expect(try words == [])
    }

    @Test func `a transaction that SQLite rolled back by itself throws the reason`() throws {
        try insert("same")
        let failure = #expect(throws: SQLiteError.self) {
            try database.transaction { try database.run("INSERT OR ROLLBACK INTO t (word) VALUES ('same')") }
        }
        #expect(failure?.message == "UNIQUE constraint failed: t.word")
    }

    @Test func `a read-only connection refuses to write`() throws {
        let failure = #expect(throws: SQLiteError.self) { try file.open(.readOnly).run("DELETE FROM t") }
        #expect(failure?.message == "attempt to write a readonly database")
    }

    @Test func `a read-only connection makes no file`() throws {
        let failure = #expect(throws: SQLiteError.self) {
            try Database(path: file.path + ".missing", access: .readOnly)
        }
        #expect(failure?.message == "unable to open database file")
    }
}

@Suite struct TransactionTests {
    private let file: DatabaseFile
    private let database: Database

    init() throws {
        file = try DatabaseFile()
        database = try file.open()
        try database.execute("CREATE TABLE t (word UNIQUE)")
    }

    private func insert(_ word: String) throws { try database.run("INSERT INTO t VALUES (?)", word) }

    private var words: [String] {
        get throws { try database.all("SELECT word FROM t ORDER BY rowid") { $0.text(0) } }
    }

    @Test func `nothing is written after SQLite has rolled back by itself`() throws {
        try insert("same")
        let failure = #expect(throws: SQLiteError.self) {
            try database.transaction {
                try insert("before")
                // The code that ignores this failure can't know that everything before it is gone.
                _ = try? database.run("INSERT OR ROLLBACK INTO t VALUES ('same')")
                try? insert("after")
                try? database.execute("INSERT INTO t VALUES ('script')")
            }
        }
        #expect(failure?.message == "the transaction has been rolled back by an earlier error")
        #expect(try words == ["same"])
        try database.transaction { try insert("next") }
        #expect(try words == ["same", "next"])
    }

    @Test func `a full disk undoes the transaction and is reported`() throws {
        let pages = try database.pragma("page_count")
        guard case .integer(let count) = pages else {
            Issue.record("no page count: \(pages)")
            return
        }
        try database.setPragma("max_page_count", to: "\(count + 2)")
        let failure = #expect(throws: SQLiteError.self) {
            try database.transaction {
                try insert("small")
                try insert(String(repeating: "large", count: 100_000))
            }
        }
        #expect(failure?.reason == .diskFull)
        #expect(try words == [])
        try insert("next")
        #expect(try words == ["next"])
    }

    @Test func `a failing deferred constraint undoes the whole transaction`() throws {
        try database.execute(
            """
            PRAGMA foreign_keys = ON;
            CREATE TABLE a (id INTEGER PRIMARY KEY);
            CREATE TABLE b (a REFERENCES a DEFERRABLE INITIALLY DEFERRED)
            """)
        let failure = #expect(throws: SQLiteError.self) {
            try database.transaction { try database.run("INSERT INTO b VALUES (1)") }
        }
        #expect(failure?.reason == .constraint)
        #expect(!database.isInTransaction)
    }
}

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

@Suite struct SQLiteErrorTests {
    private let file: DatabaseFile
    private let database: Database

    init() throws {
        file = try DatabaseFile()
        database = try file.open()
    }

    @Test func `a failure to prepare a statement has its code, message and SQL`() throws {
        let failure = #expect(throws: SQLiteError.self) { try database.run("SELECT * FROM nowhere") }
        #expect(failure?.code == 1)
        #expect(failure?.message == "no such table: nowhere")
        #expect(failure?.sql == "SELECT * FROM nowhere")
        #expect(failure?.description == "no such table: nowhere (SQLite error 1) in: SELECT * FROM nowhere")
    }

    @Test func `a failed constraint has its extended code, and the SQL without values`() throws {
        try database.execute("CREATE TABLE t (word UNIQUE); INSERT INTO t VALUES ('secret')")
        let failure = #expect(throws: SQLiteError.self) { try database.run("INSERT INTO t VALUES (?)", "secret") }
        // SQLITE_CONSTRAINT_UNIQUE
        #expect(failure?.code == 2067)
        #expect(failure?.message == "UNIQUE constraint failed: t.word")
        #expect(failure?.sql == "INSERT INTO t VALUES (?)")
    }

    @Test func `a failed script has its SQL`() throws {
        let failure = #expect(throws: SQLiteError.self) { try database.execute("CREATE TABLE t (a); BROKEN") }
        #expect(failure?.message == "near \"BROKEN\": syntax error")
        #expect(failure?.sql == "CREATE TABLE t (a); BROKEN")
    }

    @Test func `a lock that another connection holds fails as busy after the timeout`() throws {
        let other = try file.open(busyTimeout: .zero)
        let failure = try database.transaction {
            #expect(throws: SQLiteError.self) { try other.transaction {} }
        }
        #expect(failure?.isBusy == true)
        #expect(failure?.isNoDatabase == false)
    }

    @Test func `a folder fails as a file that can't be opened`() throws {
        let failure = #expect(throws: SQLiteError.self) { try Database(path: "/", access: .readWriteCreate) }
        #expect(failure?.message == "unable to open database file")
    }
}

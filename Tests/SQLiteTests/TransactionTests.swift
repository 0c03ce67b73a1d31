import SQLite
import Testing

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

import SQLite
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

import SQLite
import System
import Testing

@Suite struct StatementTests {
    private let database: Database

    init() throws {
        database = try .inMemory()
        try database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, word TEXT)")
    }

    private func fill(_ count: Int) throws {
        for number in 1...count { try database.run("INSERT INTO t VALUES (?, ?)", number, "word \(number)") }
    }

    @Test func `Each binds any number of values in a row`() throws {
        try fill(5)
        let ids = Each([1, 3, 5])
        let words = try database.all("SELECT word FROM t WHERE id IN (?, ?, ?) AND id < ?", ids, 5) {
            $0.text(0)
        }
        #expect(words == ["word 1", "word 3"])
    }

    @Test func `columns are read by name, including names that the query gives them`() throws {
        try fill(1)
        let found = try database.first("SELECT id AS number, word FROM t") { "\($0.int("number")) \($0.text("word"))" }
        #expect(found == "1 word 1")
    }

    @Test(arguments: [(Int64.max, 1 << 40), (.min, -1 << 40), (-3, -3)] as [(Int64, Int)])
    func `numbers for calculations are clamped so that sums don't overflow`(stored: Int64, read: Int) throws {
        #expect(try database.first("SELECT ?", stored) { $0.int(0) } == read)
        #expect(try database.first("SELECT ?", stored) { $0.optionalInt(0) } == read)
        #expect(try database.first("SELECT ?", stored) { $0.integer(0) } == stored)
    }

    @Test func `first doesn't look for further rows`() throws {
        try fill(100)
        let looks = Locked(0)
        try database.addFunction("look", parameters: 1) { arguments in
            looks.withLock { $0 += 1 }
            return arguments[0]
        }
        #expect(try database.first("SELECT look(id) FROM t") { $0.int(0) } == 1)
        #expect(looks.withLock { $0 } == 1)
    }

    @Test func `a row inserted with RETURNING is kept`() throws {
        let file = try DatabaseFile()
        let database = try file.open()
        try database.execute("CREATE TABLE t (word)")
        #expect(try database.first("INSERT INTO t VALUES ('a') RETURNING word") { $0.text(0) } == "a")
        #expect(try file.open(.readOnly).all("SELECT word FROM t") { $0.text(0) } == ["a"])
    }

    @Test func `each passes rows in order until it is stopped`() throws {
        struct Enough: Error {}
        try fill(10)
        var seen: [Int] = []
        #expect(throws: Enough.self) {
            try database.each("SELECT id FROM t ORDER BY id") { row in
                seen.append(row.int(0))
                if seen.count == 3 { throw Enough() }
            }
        }
        #expect(seen == [1, 2, 3])
    }

    @Test func `a prepared statement runs repeatedly`() throws {
        let insert = try database.statement("INSERT INTO t (word) VALUES (?)")
        for word in ["a", "b", "c"] { try insert.run(word) }
        #expect(try database.all("SELECT word FROM t ORDER BY id") { $0.text(0) } == ["a", "b", "c"])
    }

    @Test func `a query may run again while its rows are read`() throws {
        try fill(3)
        let query = "SELECT id FROM t ORDER BY id"
        let found = try database.all(query) { outer in
            try database.all(query) { $0.int(0) }.map { $0 * outer.int(0) }
        }
        #expect(found == [[1, 2, 3], [2, 4, 6], [3, 6, 9]])
    }

    @Test func `the least recently used statement of a full cache is prepared again`() throws {
        let database = try Database.inMemory(options: .init(cachedStatements: 2))
        let kept = try database.statement("SELECT 1")
        let old = try database.statement("SELECT 2")
        _ = try database.statement("SELECT 1")
        _ = try database.statement("SELECT 3")
        #expect(try database.statement("SELECT 1") === kept)
        #expect(try database.statement("SELECT 2") !== old)
    }

    @Test func `a statement that only reads changes no rows`() throws {
        try fill(3)
        #expect(try database.run("DELETE FROM t") == 3)
        #expect(try database.run("SELECT 1") == 0)
    }
}

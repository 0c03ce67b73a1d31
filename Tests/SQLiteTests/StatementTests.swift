import Foundation
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

@Suite struct ValueTests {
    private let file: DatabaseFile
    private let database: Database

    init() throws {
        file = try DatabaseFile()
        database = try file.open()
        try database.execute("CREATE TABLE t (value)")
    }

    /// The value after it was stored and read.
    private func stored<Result>(_ value: some Bindable, read: (borrowing Row) throws -> Result) throws -> Result {
        try database.run("DELETE FROM t")
        try database.run("INSERT INTO t VALUES (?)", value)
        return try #require(try database.first("SELECT value FROM t", read: read))
    }

    private func type(of value: some Bindable) throws -> String? {
        try database.first("SELECT typeof(?)", value) { $0.text(0) }
    }

    @Test(arguments: [
        "", "plain", "\0", "a\0b\0", "\0\0", "🙂 👩‍👩‍👧 e\u{301}", "“”\n\r\t\u{7F}\u{202E}", "'; DROP TABLE t; --"
    ])
    func `text is read as it was stored`(text: String) throws {
        #expect(Array(try stored(text) { $0.text(0) }.unicodeScalars) == Array(text.unicodeScalars))
    }

    @Test func `a long text is read as it was stored`() throws {
        let text = String(repeating: "ünïcode ", count: 200_000)
        #expect(try stored(text) { $0.text(0) } == text)
    }

    @Test(arguments: [0, 1, -1, Int64.max, .min])
    func `an integer is read as it was stored`(integer: Int64) throws {
        #expect(try stored(integer) { $0.integer(0) } == integer)
        let counted = min(max(Int(integer), -(1 << 40)), 1 << 40)
        #expect(try stored(Int(integer)) { $0.int(0) } == counted, "what is counted with has a bound")
    }

    @Test(arguments: [0, -0.0, 0.1, .pi, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .infinity, -.infinity])
    func `a real is read as it was stored`(real: Double) throws {
        #expect(try stored(real) { $0.real(0) } == real)
    }

    @Test(arguments: [true, false])
    func `a truth value is read as it was stored`(bool: Bool) throws {
        #expect(try stored(bool) { $0.bool(0) } == bool)
    }

    @Test(arguments: [([], ""), ([0], "00"), ([0, 1, 254, 255, 0], "0001FEFF00")] as [([UInt8], String)])
    func `bytes are stored unchanged`(bytes: [UInt8], hexadecimal: String) throws {
        let found = try database.first("SELECT typeof(?1), hex(?1)", Value.blob(bytes)) { [$0.text(0), $0.text(1)] }
        #expect(found == ["blob", hexadecimal])
    }

    @Test func `each Swift type is stored as SQLite's type for it`() throws {
        #expect(try type(of: 1) == "integer")
        #expect(try type(of: Int64(1)) == "integer")
        #expect(try type(of: true) == "integer")
        #expect(try type(of: 1.0) == "real")
        #expect(try type(of: "") == "text")
        #expect(try type(of: Value.null) == "null")
    }

    @Test func `nil of any type is stored as NULL`() throws {
        #expect(try type(of: String?.none) == "null")
        #expect(try type(of: Int?.none) == "null")
        #expect(try type(of: Double?.none) == "null")
        #expect(try type(of: String??.some(nil)) == "null")
    }

    @Test func `an optional with a value is stored as that value`() throws {
        #expect(try stored(String?.some("")) { $0.optionalText(0) } == "")
        #expect(try stored(Int64?.some(7)) { $0.optionalInteger(0) } == 7)
        #expect(try stored(Double?.some(0.5)) { $0.optionalReal(0) } == 0.5)
    }

    @Test func `NULL is nil for an optional, and zero or empty otherwise`() throws {
        #expect(try stored(Value.null) { $0.isNull(0) })
        #expect(try stored(Value.null) { $0.optionalText(0) } == nil)
        #expect(try stored(Value.null) { $0.optionalInteger(0) } == nil)
        #expect(try stored(Value.null) { $0.optionalReal(0) } == nil)
        #expect(try stored(Value.null) { $0.text(0) } == "")
        #expect(try stored(Value.null) { $0.int(0) } == 0)
        #expect(try stored(Value.null) { $0.bool(0) } == false)
    }

    @Test func `zero and empty text are not NULL`() throws {
        #expect(try stored(0) { $0.isNull(0) } == false)
        #expect(try stored("") { $0.isNull(0) } == false)
    }

    @Test func `text that isn't valid UTF-8 is repaired, not refused`() throws {
        let text = try database.first("SELECT CAST(x'61FF62' AS TEXT)") { $0.text(0) }
        #expect(text == "a\u{FFFD}b")
    }

    @Test(arguments: [[], [0], [0, 1, 254, 255, 0]] as [[UInt8]])
    func `bytes are read as they were stored`(bytes: [UInt8]) throws {
        #expect(try stored(bytes) { $0.blob(0) } == bytes)
        #expect(try stored(bytes) { $0.value(0) } == .blob(bytes))
    }

    @Test(arguments: [0, 1_700_000_000.125, -1, 253_402_300_799, -62_135_596_800])
    func `a date is read exactly to the millisecond`(seconds: Double) throws {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(try stored(date) { $0.date(0) } == date)
        #expect(try type(of: date) == "integer")
    }

    @Test func `a date outside every calendar is stored as the nearest that fits`() throws {
        #expect(try stored(Date(timeIntervalSince1970: .infinity)) { $0.integer(0) } == .max)
        #expect(try stored(Date(timeIntervalSince1970: -.infinity)) { $0.integer(0) } == .min)
    }

    @Test(arguments: [.null, .integer(-7), .real(0.5), .text("word"), .blob([1, 2])] as [Value])
    func `a value keeps its type`(value: Value) throws {
        #expect(try stored(value) { $0.value(0) } == value)
    }

    @Test func `text and bytes can be read without a copy`() throws {
        #expect(try stored("añ") { $0.withText(0) { $0.withUnsafeBytes { Array($0) } } } == Array("añ".utf8))
        #expect(try stored([7, 8, 9] as [UInt8]) { $0.withBlob(0) { $0[2] } } == 9)
        #expect(try stored(Value.null) { $0.withText(0) { $0.isEmpty } && $0.withBlob(0) { $0.isEmpty } })
    }

    @Test func `a missing date is nil`() throws {
        #expect(try stored(Value.null) { $0.optionalDate(0) } == nil)
        #expect(try stored(Date?.none as Date?) { $0.isNull(0) })
    }
}

import Foundation
import SQLite
import System
import Testing

@Suite struct FunctionTests {
    private struct Refusal: Error {}

    private let database: Database

    init() throws {
        database = try .inMemory()
    }

    @Test(arguments: [.null, .integer(-7), .real(0.5), .text("a\0ü"), .text(""), .blob([0, 1]), .blob([])] as [Value])
    func `a value passes through a function unchanged`(value: Value) throws {
        try database.addFunction("same", parameters: 1) { $0[0] }
        #expect(try database.first("SELECT same(?)", value) { $0.value(0) } == value)
    }

    @Test func `a function may take any number of values`() throws {
        try database.addFunction("counted", parameters: -1) { $0.count }
        #expect(try database.first("SELECT counted() || counted(1) || counted(1, 2)") { $0.text(0) } == "012")
    }

    @Test func `a function that throws fails the statement`() throws {
        try database.addFunction("refuse", parameters: 0) { _ in throw Refusal() }
        let failure = #expect(throws: SQLiteError.self) { try database.run("SELECT refuse()") }
        #expect(failure?.message == "Refusal()")
    }

    @Test func `a schema can't call functions of the program`() throws {
        try database.execute("CREATE TABLE t (a)")
        try database.addFunction("steady", parameters: 1, isDeterministic: true) { $0[0] }
        #expect(throws: SQLiteError.self) { try database.execute("CREATE INDEX by_steady ON t (steady(a))") }
        try database.execute("CREATE TRIGGER calls AFTER INSERT ON t BEGIN SELECT steady(new.a); END")
        #expect(throws: SQLiteError.self) { try database.run("INSERT INTO t VALUES (1)") }
        try database.execute("CREATE VIEW v AS SELECT steady(a) AS a FROM t")
        #expect(throws: SQLiteError.self) { try database.run("SELECT a FROM v") }
    }

    @Test func `a function lives as long as its connection`() throws {
        final class Held: Sendable {}
        weak var held: Held?
        do {
            let database = try Database.inMemory()
            let strong = Held()
            held = strong
            try database.addFunction("hold", parameters: 0) { _ in withExtendedLifetime(strong) { 1 } }
            #expect(try database.first("SELECT hold()") { $0.int(0) } == 1)
        }
        #expect(held == nil)
    }

    @MainActor @Test func `a function made on the main actor runs on other threads`() async throws {
        let options = DatabaseOptions { database throws(SQLiteError) in
            try database.addFunction("twice", parameters: 1) { arguments in
                guard case .integer(let number) = arguments[0] else { return Value.null }
                return number * 2
            }
        }
        let file = try DatabaseFile()
        let pool = try DatabasePool(path: file.path, migrations: [], options: options)
        let query = "SELECT twice(column1) FROM (VALUES (1), (2))"
        let doubled = try await Task.detached { try pool.read { try $0.all(query) { $0.int(0) } } }.value
        #expect(doubled == [2, 4])
    }
}

@Suite struct TokenizerTests {
    private let database: Database

    init() throws {
        database = try .inMemory()
    }

    /// Adds a tokenizer that makes a token of every byte.
    private func addBytes() throws {
        try database.addTokenizer("bytes") { text, _, tokens in
            for index in 0..<text.count { tokens.add(text.extracting(index..<index + 1), for: index..<index + 1) }
        }
    }

    @Test func `a table is searched by the tokens of its tokenizer`() throws {
        try addBytes()
        try database.execute("CREATE VIRTUAL TABLE t USING fts5(a, tokenize = 'bytes')")
        try database.run("INSERT INTO t VALUES ('abc'), ('cab'), ('xyz')")
        let query = "SELECT a FROM t WHERE t MATCH ? ORDER BY rowid"
        #expect(try database.all(query, "\"ab\"") { $0.text(0) } == ["abc", "cab"])
        #expect(try database.all(query, "\"ca\"") { $0.text(0) } == ["cab"])
    }

    @Test func `highlight marks the bytes that a token stands for`() throws {
        try addBytes()
        try database.execute("CREATE VIRTUAL TABLE t USING fts5(a, tokenize = 'bytes')")
        try database.run("INSERT INTO t VALUES ('hello')")
        let marked = try database.first("SELECT highlight(t, 0, '[', ']') FROM t WHERE t MATCH '\"ll\"'") { $0.text(0) }
        #expect(marked == "he[ll]o")
    }

    @Test func `a synonym is found at the position of its word`() throws {
        try database.addTokenizer("synonyms") { text, purpose, tokens in
            tokens.add(text, for: 0..<text.count)
            if purpose == .document { tokens.add([65].span, for: 0..<text.count, isSynonym: true) }
        }
        try database.execute("CREATE VIRTUAL TABLE t USING fts5(a, tokenize = 'synonyms')")
        try database.run("INSERT INTO t VALUES ('word')")
        for word in ["word", "A"] {
            #expect(try database.first("SELECT count(*) FROM t WHERE t MATCH ?", "\"\(word)\"") { $0.int(0) } == 1)
        }
    }

    @Test func `a tokenizer gets the purpose of a text`() throws {
        let purposes = Locked<[TokenizerPurpose]>([])
        try database.addTokenizer("curious") { text, purpose, tokens in
            purposes.withLock { $0.append(purpose) }
            tokens.add(text, for: 0..<text.count)
        }
        try database.execute("CREATE VIRTUAL TABLE t USING fts5(a, tokenize = 'curious')")
        try database.run("INSERT INTO t VALUES ('word')")
        try database.run("SELECT highlight(t, 0, '[', ']') FROM t WHERE t MATCH '\"wo\"*'")
        try database.run("SELECT 1 FROM t WHERE t MATCH '\"word\"'")
        #expect(
            purposes.withLock { $0 } == [.document, .query(isPrefix: true), .auxiliary, .query(isPrefix: false)])
    }

    @Test func `a text without tokens and an empty one can be stored`() throws {
        try database.addTokenizer("none") { _, _, _ in }
        try database.execute("CREATE VIRTUAL TABLE t USING fts5(a, tokenize = 'none')")
        try database.run("INSERT INTO t VALUES (''), ('word'), (NULL)")
        #expect(try database.first("SELECT count(*) FROM t") { $0.int(0) } == 3)
        #expect(try database.first("SELECT count(*) FROM t WHERE t MATCH '\"word\"'") { $0.int(0) } == 0)
    }

    @Test func `a tokenizer lives as long as its connection`() throws {
        final class Held: Sendable {}
        weak var held: Held?
        do {
            let database = try Database.inMemory()
            let strong = Held()
            held = strong
            try database.addTokenizer("holding") { _, _, _ in withExtendedLifetime(strong) {} }
            try database.execute("CREATE VIRTUAL TABLE t USING fts5(a, tokenize = 'holding')")
            try database.run("INSERT INTO t VALUES ('word')")
        }
        #expect(held == nil)
    }

    @Test func `a table with an unknown tokenizer or tokenizer arguments is refused`() throws {
        try addBytes()
        for tokenizer in ["unknown", "bytes loud"] {
            #expect(throws: SQLiteError.self) {
                try database.execute("CREATE VIRTUAL TABLE t USING fts5(a, tokenize = '\(tokenizer)')")
            }
        }
    }
}

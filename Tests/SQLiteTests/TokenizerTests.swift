import SQLite
import System
import Testing

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

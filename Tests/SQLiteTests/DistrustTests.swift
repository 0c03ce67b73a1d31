import Foundation
import SQLite
import TestSupport
import Testing

/// What a connection distrusts in its file.
@Suite struct DistrustTests {
    private let file: DatabaseFile

    init() throws { file = try DatabaseFile() }

    @Test func `nobody can write to the schema, or to the tables behind a virtual one`() throws {
        let database = try file.open()
        try database.execute("CREATE TABLE t (a); CREATE VIRTUAL TABLE words USING fts5(text)")
        try database.execute("PRAGMA writable_schema = ON")
        #expect(throws: SQLiteError.self) { try database.run("UPDATE sqlite_schema SET sql = NULL") }
        #expect(throws: SQLiteError.self) { try database.run("UPDATE words_data SET block = NULL") }
    }

    @Test(arguments: [Database.Access.readOnly, .readWrite, .readWriteCreate])
    func `a database whose journal names another file isn't read, and that file stays`(access: Database.Access) throws {
        try file.open().execute("CREATE TABLE t (a)")
        let letter = file.path + ".letter"
        try Data("Dear Anna".utf8).write(to: URL(filePath: letter))
        try ForeignJournal.write(beside: file.path, naming: letter)
        let failure = #expect(throws: SQLiteError.self) { try file.open(access).execute("SELECT * FROM t") }
        #expect(failure?.reason == .foreignJournal)
        #expect(failure?.message.contains("move the journal away") == true)
        #expect(throws: SQLiteError.self) { try file.pool("CREATE TABLE t (a)") }
        #expect(FileManager.default.contents(atPath: letter) == Data("Dear Anna".utf8))
        try FileManager.default.removeItem(atPath: file.path + "-journal")
        try file.open(access).execute("SELECT * FROM t")
    }

    @Test func `no transaction writes to two databases, which would take a journal that names another file`() throws {
        let database = try file.open()
        try database.execute("ATTACH '\(file.path).other' AS other")
        let failure = #expect(throws: SQLiteError.self) {
            try database.execute("BEGIN; CREATE TABLE t (a); CREATE TABLE other.t (a); COMMIT")
        }
        #expect(failure?.reason == .foreignJournal)
    }

    @Test(arguments: ["-journal", "-wal", "-shm"])
    func `a pipe in the place of a journal or log is refused at once`(suffix: String) throws {
        try file.open().execute("PRAGMA journal_mode = \(suffix == "-journal" ? "delete" : "wal"); CREATE TABLE t (a)")
        unlink(file.path + suffix)
        mkfifo(file.path + suffix, 0o400)
        let failure = #expect(throws: SQLiteError.self) { try file.open(.readWrite).execute("SELECT * FROM t") }
        #expect(failure?.reason == .cannotOpen)
    }

    @Test func `a journal that a kill left is rolled back`() throws {
        let database = try file.open()
        try database.execute(
            """
            CREATE TABLE t (a, b);
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
            INSERT INTO t SELECT 'old', zeroblob(1000) FROM n;
            PRAGMA cache_size = 10;
            BEGIN;
            UPDATE t SET a = 'new';
            """)
        let killed = file.path + ".killed"
        for suffix in ["", "-journal"] {
            try FileManager.default.copyItem(atPath: file.path + suffix, toPath: killed + suffix)
        }
        let rows = try Database(path: killed, access: .readWrite).all("SELECT DISTINCT a FROM t") { $0.text(0) }
        #expect(rows == ["old"])
        #expect(!FileManager.default.fileExists(atPath: killed + "-journal"))
    }

    @Test func `every connection checks cells`() throws {
        #expect(try file.open().pragma("cell_size_check") == .integer(1))
        #expect(try file.open(.readOnly).pragma("cell_size_check") == .integer(1))
    }

    @Test func `the length of a value is limited`() throws {
        let failure = #expect(throws: SQLiteError.self) { try file.open().run("SELECT zeroblob(200000000)") }
        #expect(failure?.message == "string or blob too big")
    }

    @Test func `a schema can't call the program's functions`() throws {
        let database = try file.open()
        try database.addFunction("secret", parameters: 0) { _ in "password" }
        try database.execute("CREATE VIEW seen AS SELECT secret() AS a")
        #expect(try database.first("SELECT secret()") { $0.text(0) } == "password")
        let failure = #expect(throws: SQLiteError.self) { try database.first("SELECT a FROM seen") { $0.text(0) } }
        #expect(failure?.message.contains("unsafe use of secret()") == true)
    }

    @Test func `views and triggers of a file that rows are copied from don't work`() throws {
        try file.open().execute(
            """
            CREATE TABLE t (a);
            CREATE TABLE log (a);
            CREATE VIEW seen AS SELECT 1 AS a;
            CREATE TRIGGER spy AFTER INSERT ON t BEGIN INSERT INTO log VALUES (1); END
            """)
        let source = try Database(path: file.path, access: .readWrite, options: DatabaseOptions(runsSchema: false))
        #expect(throws: SQLiteError.self) { try source.first("SELECT a FROM seen") { $0.int(0) } }
        try source.run("INSERT INTO t VALUES (1)")
        #expect(try source.first("SELECT count(*) FROM log") { $0.int(0) } == 0)
    }

    @Test(arguments: [
        ("SELECT 1" + String(repeating: " UNION SELECT 1", count: 50), "too many terms in compound SELECT"),
        ("SELECT max(1" + String(repeating: ", 1", count: 20) + ")", "too many arguments on function max"),
        ("ATTACH '' AS a; ATTACH '' AS b", "too many attached databases"),
        (
            """
            CREATE TABLE deep (a);
            PRAGMA recursive_triggers = ON;
            CREATE TRIGGER dig AFTER INSERT ON deep WHEN new.a > 0 BEGIN INSERT INTO deep VALUES (new.a - 1); END;
            INSERT INTO deep VALUES (20)
            """, "too many levels of trigger recursion"
        )
    ])
    func `the size and depth of statements are limited`(script: String, reason: String) throws {
        let failure = #expect(throws: SQLiteError.self) { try file.open().execute(script) }
        #expect(failure?.message.contains(reason) == true, "\(failure?.message ?? "")")
    }

    @Test func `endless code in a schema ends as damage, and later statements run`() throws {
        let database = try file.open()
        try database.execute(
            """
            CREATE TABLE t (a);
            CREATE TABLE log (a);
            CREATE TRIGGER endless AFTER INSERT ON t BEGIN
                INSERT INTO log VALUES
                    ((WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n));
            END
            """)
        let failure = #expect(throws: SQLiteError.self) { try database.run("INSERT INTO t VALUES (1)") }
        #expect(failure?.reason == .damaged)
        #expect(failure?.isEndless == true)
        #expect(try database.first("SELECT count(*) FROM t") { $0.int(0) } == 0)
    }

    @Test func `a plain table is told apart from views and virtual tables`() throws {
        let database = try file.open()
        try database.execute(
            """
            CREATE TABLE plain (a); CREATE TABLE keyed (a PRIMARY KEY) WITHOUT ROWID; CREATE VIEW seen AS SELECT 1 AS a;
            CREATE VIRTUAL TABLE words USING fts5(a)
            """)
        let again = try file.open(.readOnly)
        let plain = ["plain", "keyed", "seen", "words", "missing"].filter { again.hasPlainTable($0, with: "a") }
        #expect(plain == ["plain", "keyed"])
        #expect(!again.hasPlainTable("plain", with: "b"))
    }
}

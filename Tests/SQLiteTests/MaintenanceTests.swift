import Foundation
import SQLite
import Testing

@Suite struct MaintenanceTests {
    private struct Refusal: Error {}

    private let file: DatabaseFile
    private let pool: DatabasePool

    init() throws {
        file = try DatabaseFile()
        let options = DatabaseOptions { database throws(SQLiteError) in
            if !database.isReadOnly { try database.execute("PRAGMA auto_vacuum = incremental") }
        }
        pool = try DatabasePool(
            path: file.path,
            migrations: [
                Migration(to: 1, "CREATE TABLE t (number INTEGER PRIMARY KEY, text); CREATE INDEX by_text ON t (text)")
            ],
            options: options)
    }

    private func fill(_ rows: Int) throws {
        try pool.write { database in
            for number in 0..<rows {
                try database.run("INSERT INTO t VALUES (?, ?)", number, String(repeating: "\(number) ", count: 100))
            }
        }
    }

    private func count(_ path: String) throws -> Int? {
        try Database(path: path, access: .readOnly).first("SELECT count(*) FROM t") { $0.int(0) }
    }

    @Test func `a backup contains everything that was committed`() throws {
        try fill(200)
        try pool.backUp(to: file.path + ".copy")
        #expect(try count(file.path + ".copy") == 200)
    }

    @Test(.timeLimit(.minutes(5)))
    func `a backup has one state, whatever is written meanwhile`() throws {
        try fill(200)
        let copy = try Database(path: file.path + ".copy", access: .readWriteCreate)
        try pool.read { database in
            try database.backUp(to: copy, pagesPerStep: 5) {
                _ = try pool.write { try $0.run("INSERT INTO t (text) VALUES ('later')") }
            }
        }
        #expect(try copy.first("SELECT count(*) FROM t") { $0.int(0) } == 200)
        #expect(try copy.problems(.full) == [])
    }

    @Test func `a cancelled backup leaves the destination unchanged`() throws {
        try fill(100)
        let copy = try Database(path: file.path + ".copy", access: .readWriteCreate)
        try copy.execute("CREATE TABLE old (a)")
        #expect(throws: Refusal.self) {
            try pool.read { try $0.backUp(to: copy, pagesPerStep: 5) { throw Refusal() } }
        }
        #expect(try copy.all("SELECT name FROM sqlite_schema") { $0.text(0) } == ["old"])
    }

    @Test func `a sound file has no problems`() throws {
        try fill(10)
        #expect(try pool.read { try $0.problems(.quick) + $0.problems(.full) } == [])
    }

    @Test func `only the full check finds an index that doesn't match its table`() throws {
        try fill(3)
        // The row is deleted and its index entry stays, which is only possible by tampering with the schema.
        try Database(path: file.path, access: .readWrite, options: .init(mayRepairSchema: true)).execute(
            """
            PRAGMA writable_schema = ON;
            UPDATE sqlite_schema SET sql = 'CREATE INDEX by_text ON t (text) WHERE number > 1' WHERE name = 'by_text';
            PRAGMA writable_schema = RESET
            """)
        let database = try file.open()
        #expect(try database.problems(.quick) == [])
        #expect(try database.problems(.full) != [])
    }

    @Test func `damage is returned as a problem, not thrown`() throws {
        try fill(200)
        pool.close()
        let handle = try #require(FileHandle(forWritingAtPath: file.path))
        try handle.seek(toOffset: 4096)
        try handle.write(contentsOf: Data(repeating: 0xAB, count: 4096 * 20))
        try handle.close()
        #expect(try file.open(.readOnly).problems(.quick) != [])
    }

    @Test func `free space is returned in parts or at once`() throws {
        try fill(500)
        try pool.write { try $0.run("DELETE FROM t") }
        let freed = try pool.maintain { database in
            let before = try database.freePages
            let parts = try (database.vacuum(pages: 10), before - database.freePages)
            try database.execute("VACUUM")
            return [parts.0, parts.1, try database.freePages]
        }
        #expect(freed == [10, 10, 0])
    }
}

/// Keeping the write-ahead log short.
@Suite struct CheckpointerTests {
    private let file: DatabaseFile
    private let pool: DatabasePool

    init() throws {
        file = try DatabaseFile()
        pool = try file.pool("CREATE TABLE t (text)")
    }

    @Test func `the log stays short however much is written`() throws {
        for _ in 1...20 { try write(megabytes: 4) }
        #expect(try logSize < 48 << 20)
        #expect(try size(of: file.path) > 48 << 20)
    }

    @Test func `settling empties the log into the file`() throws {
        try write(megabytes: 2)
        #expect(try logSize > 0)
        pool.settle()
        #expect(try logSize == 0)
        #expect(try rows == 512)
    }

    @Test func `settling doesn't wait for a reader of an old state`() throws {
        // Its first write would wait for readers.
        try pool.write { _ in }
        let rows = try pool.read { database in
            let before = try database.first("SELECT count(*) FROM t") { $0.int(0) }
            try write(megabytes: 2)
            pool.settle()
            return try (before, database.first("SELECT count(*) FROM t") { $0.int(0) })
        }
        #expect(rows == (0, 0))
        #expect(try self.rows == 512)
    }

    @Test func `settling leaves a short log alone`() throws {
        try pool.write { try $0.run("INSERT INTO t VALUES ('short')") }
        pool.settle()
        #expect(try logSize > 0)
    }

    private func write(megabytes: Int) throws {
        let text = String(repeating: "x", count: 4000)
        try pool.write { database in
            for _ in 0..<(megabytes * 256) { try database.run("INSERT INTO t VALUES (?)", text) }
        }
    }

    private var rows: Int? {
        get throws { try pool.read { try $0.first("SELECT count(*) FROM t") { $0.int(0) } } }
    }

    private var logSize: Int { get throws { try size(of: file.path + "-wal") } }

    private func size(of path: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
    }
}

import Foundation
import SQLite
import Testing

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

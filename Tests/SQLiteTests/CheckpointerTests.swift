import Foundation
import SQLite
import Testing

/// How the write-ahead log is kept short.
@Suite struct CheckpointerTests {
    private let file: DatabaseFile
    private let pool: DatabasePool

    init() throws {
        file = try DatabaseFile()
        pool = try file.pool("CREATE TABLE t (text)")
    }

    @Test func `however much is written, the log stays within bounds`() throws {
        for _ in 1...20 { try write(megabytes: 4) }
        #expect(try logSize < 48 << 20)
        #expect(try size(of: file.path) > 48 << 20)
    }

    @Test func `settling leaves nothing in the log, and everything in the file`() throws {
        try write(megabytes: 2)
        #expect(try logSize > 0)
        pool.settle()
        #expect(try logSize == 0)
        #expect(try rows == 512)
    }

    @Test func `settling waits for nobody who reads an old state`() throws {
        // Its first write would wait for those who read.
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

    @Test func `a short log is left alone`() throws {
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

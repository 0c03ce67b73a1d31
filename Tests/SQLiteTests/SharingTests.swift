import Dispatch
import Foundation
import SQLite
import System
import Testing

/// Two pools on one file, which are to each other like two processes: they share only the file and its locks.
@Suite struct SharingTests {
    private static let schema = "CREATE TABLE t (number INTEGER)"

    private let file: DatabaseFile
    private let pool: DatabasePool

    init() throws {
        file = try DatabaseFile()
        pool = try file.pool(Self.schema)
    }

    private func count(_ database: Database) throws -> Int? {
        try database.first("SELECT count(*) FROM t") { $0.int(0) }
    }

    private var size: Int {
        get throws { try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int ?? 0 }
    }

    @Test func `all queries of a read see one state`() throws {
        let other = try file.pool(Self.schema)
        let counts = try pool.read { database in
            let before = try count(database)
            try other.write { try $0.run("INSERT INTO t VALUES (1)") }
            return [before, try count(database)]
        }
        #expect(counts == [0, 0])
        #expect(try pool.read(count) == 1)
    }

    @Test func `two pools that write at once lose nothing`() throws {
        let pools = [pool, try file.pool(Self.schema)]
        DispatchQueue.concurrentPerform(iterations: 2) { index in
            for number in 0..<100 {
                #expect(throws: Never.self) {
                    try pools[index].write { try $0.run("INSERT INTO t VALUES (?)", number) }
                }
            }
        }
        #expect(try pool.read(count) == 200)
    }

    @Test func `a write fails as busy while another process writes, and succeeds afterwards`() throws {
        let hasty = try DatabasePool(
            path: file.path, migrations: [Migration(to: 1, Self.schema)], options: .init(busyTimeout: .milliseconds(20))
        )
        let writer = try file.open()
        try writer.transaction {
            let failure = #expect(throws: SQLiteError.self) { try hasty.write { try $0.run("DELETE FROM t") } }
            #expect(failure?.reason == .busy)
            let countMeanwhile = try hasty.read(count)
            #expect(countMeanwhile == 0)
        }
        try hasty.write { try $0.run("INSERT INTO t VALUES (1)") }
        #expect(try pool.read(count) == 1)
    }

    @Test func `a passive checkpoint copies written rows into the file`() throws {
        try pool.write { try $0.run("INSERT INTO t VALUES (1)") }
        let before = try size
        #expect(try pool.checkpoint(.passive))
        #expect(try size > before)
    }

    @Test func `a truncating checkpoint empties the log, unless a reader still needs it`() throws {
        try pool.write { try $0.run("INSERT INTO t VALUES (1)") }
        try pool.read { database in
            _ = try count(database)
            try pool.write { try $0.run("INSERT INTO t VALUES (2)") }
            #expect(try !pool.checkpoint(.truncate))
        }
        #expect(try pool.checkpoint(.truncate))
        let log = try FileManager.default.attributesOfItem(atPath: file.path + "-wal")
        #expect(log[.size] as? Int == 0)
    }

    @Test func `closing the last connection leaves one file`() throws {
        try pool.write { try $0.run("INSERT INTO t VALUES (1)") }
        _ = try pool.read(count)
        pool.close()
        #expect(!FileManager.default.fileExists(atPath: file.path + "-wal"))
        #expect(try count(file.open(.readOnly)) == 1)
    }

    @Test func `a closed pool refuses calls, after running those queued before`() throws {
        pool.write({ _ = try $0.run("INSERT INTO t VALUES (1)") }, finish: { _ in })
        pool.close()
        pool.close()
        let failures = [
            #expect(throws: SQLiteError.self) { try pool.read(count) },
            #expect(throws: SQLiteError.self) { try pool.write { try $0.run("INSERT INTO t VALUES (2)") } }
        ]
        #expect(failures.map { $0?.reason } == [.closed, .closed])
        #expect(try count(file.open(.readOnly)) == 1)
    }

    @Test func `a running reader continues while the pool closes`() throws {
        let found = try pool.read { database in
            pool.close()
            return try count(database)
        }
        #expect(found == 0)
    }

    @Test func `only the requested number of readers stays open`() throws {
        let opened = Locked(0)
        let options = DatabaseOptions { _ in opened.withLock { $0 += 1 } }
        let pool = try DatabasePool(
            path: file.path, migrations: [Migration(to: 1, Self.schema)], options: options, idleReaders: 1)
        func readTwoAtOnce() throws { try pool.read { _ in try pool.read { _ in } } }
        try readTwoAtOnce()
        #expect(opened.withLock { $0 } == 2)
        try readTwoAtOnce()
        #expect(opened.withLock { $0 } == 3)
    }

    @Test func `concurrent reads and writes see only whole transactions`() throws {
        let counts = Locked<[Int]>([])
        DispatchQueue.concurrentPerform(iterations: 40) { [pool] number in
            if number.isMultiple(of: 2) {
                try? pool.write { database in
                    for _ in 0..<2 { try database.run("INSERT INTO t VALUES (?)", number) }
                }
            } else {
                let count = try? pool.read { try $0.first("SELECT count(*) FROM t") { $0.int(0) } }
                counts.withLock { $0.append((count ?? nil) ?? -1) }
            }
        }
        #expect(counts.withLock { $0.count == 20 && $0.allSatisfy { $0.isMultiple(of: 2) } })
        #expect(try pool.read { try $0.first("SELECT count(*) FROM t") { $0.int(0) } } == 40)
    }
}

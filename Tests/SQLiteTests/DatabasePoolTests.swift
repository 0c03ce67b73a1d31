import Dispatch
import Foundation
import SQLite
import TestSupport
import Testing

@Suite struct DatabasePoolTests {
    private struct Refusal: Error {}

    private let file: DatabaseFile
    private let pool: DatabasePool

    init() throws {
        file = try DatabaseFile()
        pool = try file.pool("CREATE TABLE t (number INTEGER)")
    }

    private static func insert(_ number: Int, in database: Database) throws {
        try database.run("INSERT INTO t VALUES (?)", number)
    }

    private var numbers: [Int] {
        get throws { try pool.read { try $0.all("SELECT number FROM t ORDER BY rowid") { $0.int(0) } } }
    }

    @Test func `a read sees what was written`() throws {
        try pool.write { try Self.insert(1, in: $0) }
        #expect(try numbers == [1])
    }

    @Test func `a write that throws leaves nothing behind and throws the same error`() throws {
        #expect(throws: Refusal.self) {
            try pool.write { database in
                try Self.insert(1, in: database)
                throw Refusal()
            }
        }
        #expect(try numbers == [])
    }

    @Test func `a queued write passes its result on`() {
        pool.write({ _ in 7 }, finish: { #expect((try? $0.get()) == 7) })
        pool.drain()
    }

    @Test func `a queued write passes its failure on`() {
        pool.write(
            { _ in throw Refusal() },
            finish: { (result: Result<Void, any Error>) in #expect(throws: Refusal.self) { try result.get() } })
        pool.drain()
    }

    @Test func `queued writes run in order, and drain waits for them`() throws {
        for number in 0..<100 {
            pool.write({ try Self.insert(number, in: $0) }, finish: { _ in })
        }
        pool.drain()
        #expect(try numbers == Array(0..<100))
    }

    @Test func `a waiting write comes after those queued before it`() throws {
        pool.write({ try Self.insert(1, in: $0) }, finish: { _ in })
        try pool.write { try Self.insert(2, in: $0) }
        #expect(try numbers == [1, 2])
    }

    @Test func `a read doesn't wait for a write, and sees what was committed before`() throws {
        try pool.write { try Self.insert(1, in: $0) }
        let (isWriting, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        pool.write(
            { database in
                try Self.insert(2, in: database)
                isWriting.signal()
                mayEnd.wait()
            }, finish: { _ in })
        #expect(isWriting.wait(timeout: .now() + Deadline.patience) == .success)
        let numbersMeanwhile = Result { try numbers }
        mayEnd.signal()
        pool.drain()
        #expect(try numbersMeanwhile.get() == [1])
        #expect(try numbers == [1, 2])
    }

    @Test func `a write doesn't wait for a reader, who keeps the state of its beginning`() throws {
        try pool.write { for number in 1...3 { try Self.insert(number, in: $0) } }
        let seen = try pool.read { database in
            try database.all("SELECT number FROM t ORDER BY rowid") { row in
                try pool.write { try Self.insert(9, in: $0) }
                return row.int(0)
            }
        }
        #expect(seen == [1, 2, 3])
        #expect(try numbers == [1, 2, 3, 9, 9, 9])
    }

    @Test func `releasing memory closes all connections except one until they are needed`() throws {
        try pool.write { try Self.insert(1, in: $0) }
        // Each read begins while the ones around it are running.
        try read(4)
        #expect(try connections >= 4)
        pool.releaseMemory()
        #expect(try connections == 1)
        try pool.write { try Self.insert(2, in: $0) }
        #expect(try numbers == [1, 2])
    }

    private func read(_ depth: Int) throws {
        try pool.read { database in
            _ = try database.first("SELECT count(*) FROM t") { $0.int(0) }
            if depth > 1 { try read(depth - 1) }
        }
    }

    /// The number of this process's connections that have read the file. Each has the log open until it closes.
    private var connections: Int {
        get throws {
            var (log, other) = (stat(), stat())
            guard stat(file.path + "-wal", &log) == 0 else { return 0 }
            return try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { Int32($0) }.count {
                fstat($0, &other) == 0 && other.st_ino == log.st_ino && other.st_dev == log.st_dev
            }
        }
    }

    @Test func `several reads run at once`() throws {
        let all = DispatchSemaphore(value: 0)
        let (started, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        for _ in 0..<4 {
            Thread.detachNewThread { [pool] in
                #expect(throws: Never.self) {
                    try pool.read { database in
                        _ = try database.first("SELECT 1") { $0.int(0) }
                        started.signal()
                        all.wait()
                    }
                }
                ended.signal()
            }
        }
        for _ in 0..<4 { #expect(started.wait(timeout: .now() + Deadline.patience) == .success) }
        for _ in 0..<4 { all.signal() }
        for _ in 0..<4 { ended.wait() }
    }

    @Test func `a reader that threw can read again`() throws {
        #expect(throws: Refusal.self) { try pool.read { _ in throw Refusal() } }
        #expect(try numbers == [])
    }

    @Test func `a reader can't write`() throws {
        #expect(throws: SQLiteError.self) { try pool.read { try Self.insert(1, in: $0) } }
    }

    @Test func `one pool reads what another writes`() throws {
        let other = try file.pool("CREATE TABLE t (number INTEGER)")
        #expect(try other.read { try $0.first("SELECT count(*) FROM t") { $0.int(0) } } == 0)
        try pool.write { try Self.insert(1, in: $0) }
        #expect(try other.read { try $0.first("SELECT count(*) FROM t") { $0.int(0) } } == 1)
    }

    @Test func `foreign keys are enforced`() throws {
        let file = try DatabaseFile()
        let pool = try file.pool("CREATE TABLE a (id INTEGER PRIMARY KEY); CREATE TABLE b (a REFERENCES a)")
        let failure = #expect(throws: SQLiteError.self) { try pool.write { try $0.run("INSERT INTO b VALUES (1)") } }
        #expect(failure?.message == "FOREIGN KEY constraint failed")
    }

    @Test func `written rows are there when the file is opened again`() throws {
        let file = try DatabaseFile()
        do { try file.pool("CREATE TABLE t (number INTEGER)").write { try Self.insert(7, in: $0) } }
        #expect(try file.open(.readOnly).first("SELECT number FROM t") { $0.int(0) } == 7)
    }
}

@Suite struct InterruptionTests {
    /// Counts for ever.
    private static let endless = "\(numbers)) SELECT count(*) FROM n"
    private static let numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n"

    private let file: DatabaseFile
    private let pool: DatabasePool

    init() throws {
        file = try DatabaseFile()
        pool = try file.pool("CREATE TABLE t (number)")
    }

    @Test(.timeLimit(.minutes(5)))
    func `a running query can be ended from another thread`() throws {
        let stop = Interruption()
        let failure = #expect(throws: SQLiteError.self) {
            try pool.read(interruptibleBy: stop) { database in
                Thread.detachNewThread { stop.interrupt() }
                try database.run(Self.endless)
            }
        }
        #expect(failure?.reason == .interrupted)
    }

    @Test(.timeLimit(.minutes(5)))
    func `a query ends after its timeout`() throws {
        let failure = #expect(throws: SQLiteError.self) {
            try pool.read(interruptibleBy: Interruption(after: .milliseconds(20))) { try $0.run(Self.endless) }
        }
        #expect(failure?.reason == .interrupted)
    }

    @Test func `an interrupted query doesn't begin`() throws {
        let stop = Interruption()
        stop.interrupt()
        #expect(throws: SQLiteError.self) { try pool.read(interruptibleBy: stop) { _ in Issue.record("it began") } }
    }

    @Test func `a late interruption ends no other query`() throws {
        let stop = Interruption()
        _ = try pool.read(interruptibleBy: stop) { try $0.run("SELECT 1") }
        stop.interrupt()
        let query = "\(Self.numbers) WHERE i < 10000) SELECT count(*) FROM n"
        #expect(try pool.read { try $0.first(query) { $0.int(0) } } == 10_000)
    }

    @Test(.timeLimit(.minutes(5)))
    func `an interrupted write leaves nothing behind`() throws {
        let stop = Interruption()
        #expect(throws: SQLiteError.self) {
            try pool.write { database in
                try database.run("INSERT INTO t VALUES (1)")
                try database.interruptible(by: stop) {
                    stop.interrupt()
                    try database.run("INSERT INTO t \(Self.endless)")
                }
            }
        }
        #expect(try pool.read { try $0.first("SELECT count(*) FROM t") { $0.int(0) } } == 0)
    }

    @Test(.timeLimit(.minutes(5)))
    func `an outer interruption ends queries under an inner one`() throws {
        let (outer, inner) = (Interruption(), Interruption())
        let database = try Database.inMemory()
        #expect(throws: SQLiteError.self) {
            try database.interruptible(by: outer) {
                try database.interruptible(by: inner) {
                    outer.interrupt()
                    try database.run(Self.endless)
                }
            }
        }
    }
}

import Dispatch
import Foundation
import Testing

@testable import SQLite

@Suite struct MigrationTests {
    private let file: DatabaseFile

    init() throws {
        file = try DatabaseFile()
    }

    private static let first = "CREATE TABLE t (word); INSERT INTO t VALUES ('first')"
    private static let second = "INSERT INTO t VALUES ('second')"
    private static let broken = "INSERT INTO t VALUES ('broken'); NONSENSE"

    private func words(_ pool: DatabasePool) throws -> [String] {
        try pool.read { try $0.all("SELECT word FROM t ORDER BY rowid") { $0.text(0) } }
    }

    private func version(_ pool: DatabasePool) throws -> Int? {
        try pool.read { try $0.first("PRAGMA user_version") { $0.int(0) } }
    }

    @Test func `a new file gets all migrations in order`() throws {
        let pool = try file.pool(Self.first, Self.second)
        #expect(try words(pool) == ["first", "second"])
        #expect(try version(pool) == 2)
    }

    @Test func `a migration runs only once on a file`() throws {
        _ = try file.pool(Self.first, Self.second)
        #expect(try words(file.pool(Self.first, Self.second)) == ["first", "second"])
    }

    @Test func `an older file gets the migrations that it lacks`() throws {
        _ = try file.pool(Self.first)
        #expect(try words(file.pool(Self.first, Self.second)) == ["first", "second"])
    }

    @Test func `a failing migration leaves the file at the previous version`() throws {
        #expect(throws: SQLiteError.self) { try file.pool(Self.first, Self.broken) }
        let pool = try file.pool(Self.first)
        #expect(try words(pool) == ["first"])
        #expect(try version(pool) == 1)
    }

    @Test func `a file of another program with a negative version is refused`() throws {
        let pool = try file.pool(Self.first)
        try pool.write { try $0.execute("PRAGMA user_version = -1") }
        #expect(throws: UnknownSchema(version: -1, known: 1...1)) { try file.pool(Self.first) }
    }

    @Test func `a file of a newer program is refused and stays unchanged`() throws {
        _ = try file.pool(Self.first, Self.second)
        let before = try Data(contentsOf: URL(fileURLWithPath: file.path))
        #expect(throws: UnknownSchema(version: 2, known: 1...1)) { try file.pool(Self.first) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: file.path)) == before)
    }

    @Test func `a file older than the first migration is refused and stays unchanged`() throws {
        _ = try file.pool(Self.first)
        let before = try Data(contentsOf: URL(fileURLWithPath: file.path))
        let migrations = [Migration(to: 2, Self.first), Migration(to: 3, Self.second)]
        let failure = #expect(throws: UnknownSchema.self) {
            try DatabasePool(path: file.path, migrations: migrations)
        }
        #expect(failure == UnknownSchema(version: 1, known: 2...3))
        #expect(failure?.isNewer == false)
        #expect(try Data(contentsOf: URL(fileURLWithPath: file.path)) == before)
    }

    // Shorter than a page of a database, and many pages long.
    @Test(arguments: [1, 1000])
    func `a file that isn't a database is refused and stays unchanged`(lines: Int) throws {
        let text = String(repeating: "This is a letter and no database.\n", count: lines)
        try Data(text.utf8).write(to: URL(fileURLWithPath: file.path))
        let failure = #expect(throws: SQLiteError.self) { try file.pool(Self.first) }
        #expect(failure?.isNoDatabase == true)
        #expect(try Data(contentsOf: URL(fileURLWithPath: file.path)) == Data(text.utf8))
    }

    @Test(.timeLimit(.minutes(5)))
    func `a new file that several connections open at once is created once and all can use it`() throws {
        for _ in 0..<20 {
            let file = try DatabaseFile()
            DispatchQueue.concurrentPerform(iterations: 4) { _ in
                #expect(throws: Never.self) {
                    let pool = try file.pool(Self.first, Self.second)
                    #expect(try words(pool) == ["first", "second"])
                }
            }
        }
    }
}

import FeedParser
import Foundation
import SQLite
import TestSupport
import Testing

@testable import Library

@Suite struct DamageTests {
    private let home: Home
    private let path: String

    /// The library of a killed process: 1,500 items in five feeds, 1,000 of them read and one starred.
    init() throws {
        home = try Home()
        path = home.path + "/library.db"
        let shelf = try Shelf(feeds: 5)
        let text = String(repeating: "Sixty patches were merged on Monday. ", count: 20)
        for feed in 1...5 {
            try shelf.store((1...300).map { ParsedItem("\(feed)/\($0)", text: "\(feed)/\($0) " + text) }, in: feed)
        }
        for feed in 1...3 { shelf.library.markAllRead(in: Listing(try shelf.feed(feed))) }
        shelf.library.drain()
        _ = try shelf.library.pool.checkpoint(.truncate)
        try shelf.store((1...10).map { ParsedItem("late \($0)") }, in: 5)
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: shelf.path + suffix, toPath: path + suffix)
        }
    }

    private func damage(_ file: String = "", at part: Double, _ bytes: Data) throws {
        let handle = try FileHandle(forUpdating: URL(filePath: path + file))
        let size = try handle.seekToEnd()
        try handle.seek(toOffset: UInt64(Double(size) * part) / 4096 * 4096)
        try handle.write(contentsOf: bytes)
    }

    private func noise(_ count: Int) -> Data {
        var chance = SplitMix(state: UInt64(count))
        return Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &chance) })
    }

    /// Opens the library, finds damage that opening doesn't notice, and opens it again.
    private func reopen() throws -> Library {
        let library = try Library(path: path)
        if library.salvage != nil { return library }
        #expect((try? library.check()) != [])
        library.pool.close()
        return try Library(path: path)
    }

    private func expectSaved(_ least: Int, _ location: SourceLocation = #_sourceLocation) throws {
        let library = try reopen()
        let salvage = try #require(library.salvage, sourceLocation: location)
        #expect(salvage.savedItems >= least, sourceLocation: location)
        #expect(try library.check() == [], sourceLocation: location)
        #expect(try library.feeds().map(\.title) == (1...5).map { "Feed \($0)" }, sourceLocation: location)
        #expect(try library.items(unreadOnly: false, limit: .max).count == salvage.savedItems, sourceLocation: location)
        #expect(FileManager.default.fileExists(atPath: salvage.damagedPath), sourceLocation: location)
        #expect(try Library(path: path).salvage == nil, sourceLocation: location)
    }

    // Before the first of these are the pages of the schema, about which there are other tests.
    @Test(arguments: [0.35, 0.45, 0.6, 0.8])
    func `a library that was overwritten in the middle loses only that part`(part: Double) throws {
        try damage(at: part, noise(40_000))
        try expectSaved(1000)
    }

    @Test func `a library that was cut off keeps what comes before`() throws {
        let handle = try FileHandle(forUpdating: URL(filePath: path))
        try handle.truncate(atOffset: handle.seekToEnd() * 6 / 10)
        try expectSaved(500)
    }

    @Test func `a library that lost part of its schema is saved`() throws {
        try FileManager.default.removeItem(atPath: path + "-wal")
        let last = try Database(path: path, access: .readOnly).all(
            "SELECT pageno FROM dbstat WHERE name = 'sqlite_schema' AND pagetype = 'leaf' ORDER BY path"
        ) { $0.int(0) }.last
        let handle = try FileHandle(forUpdating: URL(filePath: path))
        try handle.seek(toOffset: UInt64(#require(last) - 1) * 8192)
        try handle.write(contentsOf: noise(8192))
        try expectSaved(1500)
    }

    @Test func `a library without its header is saved whole`() throws {
        try FileManager.default.removeItem(atPath: path + "-wal")
        try damage(at: 0, Data(count: 100))
        try expectSaved(1500)
    }

    @Test func `marks are saved with their items`() throws {
        try damage(at: 0.7, noise(16_384))
        let library = try reopen()
        let unread = try library.feeds().map(\.unread)
        #expect(unread[0...2].reduce(0, +) < 50)
        // The lost page may be one of items, and holds about 150.
        #expect(unread[3...4].reduce(0, +) > 400)
    }

    @Test func `an unreadable library is set aside, and a new one is created`() throws {
        try FileManager.default.removeItem(atPath: path + "-wal")
        try damage(at: 0, Data(count: 4096))
        let library = try Library(path: path)
        #expect(library.salvage?.savedItems == 0)
        #expect(try library.check() == [])
    }

    @Test func `a damaged log loses only its own content`() throws {
        try damage("-wal", at: 0, Data(count: 4096))
        let library = try Library(path: path)
        #expect(library.salvage == nil)
        #expect(try library.check() == [])
        #expect(try library.items(unreadOnly: false, limit: .max).count == 1500)
    }

    @Test func `the user gets a message about a damaged library`() {
        let salvage = Salvage(
            cause: .damage, damagedPath: "/data/library-2026-11-21T101500.damaged.db", savedItems: 1204,
            expectedItems: 1300)
        #expect(
            "\(salvage)"
                == "the library was damaged: saved 1,204 of about 1,300 items; the damaged file is now /data/library-2026-11-21T101500.damaged.db"
        )
    }

    @Test func `a damaged library stays as it is if it can't be set aside`() throws {
        try damage(at: 0, Data(count: 100))
        let before = try Data(contentsOf: URL(filePath: path))
        let salvager = Salvager(path: path + "/nowhere", because: .damage, at: 0)
        #expect(throws: LibraryFailure.self) { try salvager.run() }
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
    }
}

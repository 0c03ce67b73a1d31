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

/// Libraries whose pages are readable, but contain impossible data.
@Suite struct `A library with inconsistent data` {
    private let shelf: Shelf

    init() throws {
        shelf = try Shelf()
        try shelf.store((1...3).map { ParsedItem("word \($0)", text: "text") })
    }

    /// Changes the file as another program.
    private func write(_ sql: String) throws {
        let database = try Database(path: shelf.path, access: .readWrite)
        // The schema restricts some columns.
        try database.execute("PRAGMA ignore_check_constraints = 1; \(sql)")
    }

    @Test(arguments: [Int64.max, .max - 1, .min, -1])
    func `marks work with any stored number of marks`(count: Int64) throws {
        try write("INSERT OR REPLACE INTO settings VALUES ('markings', \(count))")
        let items = try shelf.library.items(unreadOnly: true, limit: 10).map(\.id)
        for item in items { shelf.library.mark(.item(item), .read) }
        shelf.library.drain()
        #expect(try shelf.library.items(unreadOnly: true, limit: 10).isEmpty)
        #expect((1...3).contains(try shelf.library.pool.read { try $0.markings }) || count == .max - 1)
    }

    /// A copy whose table of items leads a search beyond the first volume into the second.
    private func disordered() throws -> Library {
        let rows = (32_000...33_600).map { "(\($0), \($0))" }.joined(separator: ",")
        try write(
            """
            INSERT INTO items (id, feed, identity, revision, title, added)
                SELECT column1, 1, column2, 0, 'word', 0 FROM (VALUES \(rows));
            INSERT INTO states (item, feed, date) SELECT id, 1, 0 FROM items WHERE id >= 32000;
            """)
        let path = shelf.path + "-copy"
        let database = try Database(path: shelf.path, access: .readWrite)
        try database.run("VACUUM INTO ?", path)
        let root = try Database(path: path, access: .readOnly).first(
            "SELECT rootpage FROM sqlite_schema WHERE name = 'items'"
        ) { $0.int(0) }
        var file = PagesOfTable(of: [UInt8](try Data(contentsOf: URL(filePath: path))), root: try #require(root))
        file.endPart(with: 32_767)
        try Data(file.bytes).write(to: URL(filePath: path))
        return try Library(path: path)
    }

    @Test func `searching inconsistent data comes to an end, and indexing it names the damage`() throws {
        let library = try disordered()
        let time = processorTime {
            _ = try? library.search(SearchQuery("word"))
            let failure = #expect(throws: LibraryFailure.self) { try library.indexForSearch(for: .seconds(60)) }
            #expect(failure?.description.contains("damaged") == true, "\(String(describing: failure))")
        }
        #expect(time < .seconds(5))
    }

    /// Each makes the indexer ask again and again for a missing text.
    @Test(arguments: [
        "PRAGMA foreign_keys = 0; INSERT INTO search_changes VALUES (77, 0, 1)",
        "UPDATE search_changes SET edition = 9223372036854775807",
        "UPDATE search_volumes SET indexed = -9223372036854775808",
        "UPDATE search_volumes SET texts = 9223372036854775807",
        "INSERT INTO search_volumes (volume, indexed, texts) VALUES (9223372036854775807, 1, 9223372036854775807)",
        "INSERT INTO search_volumes (volume, indexed) VALUES (-9223372036854775808, 1)"
    ])
    func `indexing and searching inconsistent data come to an end`(sql: String) throws {
        try shelf.library.indexForSearch(for: .seconds(60))
        try shelf.store(ParsedItem("word 1", text: "other"))
        try write(sql)
        let time = processorTime {
            _ = try? shelf.library.indexForSearch(for: .seconds(60))
            _ = try? shelf.library.search(SearchQuery("word"))
        }
        #expect(time < .seconds(5))
    }

    @Test func `a saved search finishes, even if an item has the greatest number`() throws {
        try write(
            """
            PRAGMA foreign_keys = 0;
            INSERT INTO items (id, feed, identity, revision, title, added) VALUES (9223372036854775807, 1, 9, 0, 'word', 0);
            INSERT INTO states (item, feed, date) VALUES (9223372036854775807, 1, 0);
            """)
        try shelf.follow(queries: [SavedQuery(name: "words", expression: "title =~ \"word\"")])
        // Each call waits for one step. Stepping through all numbers would never finish.
        for _ in 0..<100 { shelf.library.drain() }
        #expect(try shelf.library.queries().map(\.isComplete) == [true])
    }
}

/// The pages of an SQLite table, as in section 1.6 of its “Database File Format”.
private struct PagesOfTable {
    private(set) var bytes: [UInt8]
    private let root: Int

    init(of bytes: [UInt8], root: Int) {
        self.bytes = bytes
        self.root = root
    }

    private var pageSize: Int { Int(bytes[16]) << 8 | Int(bytes[17]) }

    /// Changes the page above, so that the part of the table with `number`, which has three bytes, ends right after the
    /// part before.
    mutating func endPart(with number: Int) {
        let page = (root - 1) * pageSize
        precondition(bytes[page] == 5, "the root leads to other pages")
        var before = 0
        for cell in 0..<(Int(bytes[page + 3]) << 8 | Int(bytes[page + 4])) {
            let pointer = page + 12 + 2 * cell
            let start = page + (Int(bytes[pointer]) << 8 | Int(bytes[pointer + 1])) + 4
            let found = (0..<3).reduce(0) { $0 << 7 | Int(bytes[start + $1] & 0x7F) }
            guard found >= number else {
                before = found
                continue
            }
            let key = before + 1
            for place in 0..<3 {
                bytes[start + place] = UInt8(key >> (7 * (2 - place)) & 0x7F | (place < 2 ? 0x80 : 0))
            }
            return
        }
    }
}

@Suite struct PowerCutTests {
    @Test func `a power cut leaves the library as it was at some moment, whatever part of the log was written`() throws
    {
        let shelf = try Shelf()
        for number in 1...6 {
            try shelf.store(ParsedItem("\(number)"))
            try shelf.mark("\(number)")
        }
        let home = try Home()
        let log = try Data(contentsOf: URL(filePath: shelf.path + "-wal"))
        let pageSize = log[8..<12].reduce(0) { $0 << 8 | Int($1) }
        var known = 0
        for end in stride(from: 32, through: log.count, by: 24 + pageSize) {
            let path = "\(home.path)/\(end).db"
            try FileManager.default.copyItem(atPath: shelf.path, toPath: path)
            // What wasn't written to the disk yet may have any content.
            try (log.prefix(end) + Data(count: 1000)).write(to: URL(filePath: path + "-wal"))
            let library = try Library(path: path)
            #expect(library.salvage == nil)
            #expect(try library.check() == [])
            let items = try library.items(unreadOnly: false, limit: 100)
            #expect(items.count >= known && items.count { !$0.isRead } <= 1)
            known = items.count
        }
        #expect(known == 6)
    }
}

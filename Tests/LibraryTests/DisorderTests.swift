import FeedParser
import Foundation
import SQLite
import TestSupport
import Testing

@testable import Library

/// Files in which each page can be read, and says what can't be.
@Suite struct `A library that is out of order` {
    private let shelf: Shelf

    init() throws {
        shelf = try Shelf()
        try shelf.store((1...3).map { ParsedItem("word \($0)", text: "text") })
    }

    /// Lets another program write to the file.
    private func write(_ sql: String) throws {
        let database = try Database(path: shelf.path, access: .readWrite)
        // SQLite has rules for what may be in some columns.
        try database.execute("PRAGMA ignore_check_constraints = 1; \(sql)")
    }

    @Test(arguments: [Int64.max, .max - 1, .min, -1])
    func `takes marks, however many the file says there were`(count: Int64) throws {
        try write("INSERT OR REPLACE INTO settings VALUES ('markings', \(count))")
        let items = try shelf.library.items(unreadOnly: true, limit: 10).map(\.id)
        for item in items { shelf.library.mark(.item(item), .read) }
        shelf.library.drain()
        #expect(try shelf.library.items(unreadOnly: true, limit: 10).isEmpty)
        #expect((1...3).contains(try shelf.library.pool.read { try $0.markings }) || count == .max - 1)
    }

    /// A copy in which the table of items leads a search for the end of the first volume into the second.
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
        try database.vacuum(into: path)
        let root = try Database(path: path, access: .readOnly).first(
            "SELECT rootpage FROM sqlite_schema WHERE name = 'items'"
        ) { $0.int(0) }
        var file = PagesOfTable(of: [UInt8](try Data(contentsOf: URL(filePath: path))), root: try #require(root))
        file.endPart(with: 32_767)
        try Data(file.bytes).write(to: URL(filePath: path))
        return try Library(path: path)
    }

    @Test func `ends a search with the word that it is damaged`() throws {
        let library = try disordered()
        let time = processorTime {
            let failure = #expect(throws: LibraryFailure.self) { try library.search(SearchQuery("word")) }
            #expect(failure?.description.contains("damaged") == true, "\(String(describing: failure))")
            #expect(throws: LibraryFailure.self) { try library.indexForSearch(for: .seconds(60)) }
        }
        #expect(time < .seconds(5))
    }

    /// What makes the index ask for a text again that it can't get.
    @Test(arguments: [
        "PRAGMA foreign_keys = 0; INSERT INTO search_changes VALUES (77, 0, 1)",
        "UPDATE search_changes SET edition = 9223372036854775807",
        "UPDATE search_volumes SET indexed = -9223372036854775808",
        "UPDATE search_volumes SET texts = 9223372036854775807",
        "INSERT INTO search_volumes (volume, indexed, texts) VALUES (9223372036854775807, 1, 9223372036854775807)",
        "INSERT INTO search_volumes (volume, indexed) VALUES (-9223372036854775808, 1)"
    ])
    func `is indexed and searched to an end`(sql: String) throws {
        try shelf.library.indexForSearch(for: .seconds(60))
        try shelf.store(ParsedItem("word 1", text: "other"))
        try write(sql)
        let time = processorTime {
            _ = try? shelf.library.indexForSearch(for: .seconds(60))
            _ = try? shelf.library.search(SearchQuery("word"))
        }
        #expect(time < .seconds(5))
    }

    @Test func `looks for what a query holds to an end, whatever number an item has`() throws {
        try write(
            """
            PRAGMA foreign_keys = 0;
            INSERT INTO items (id, feed, identity, revision, title, added) VALUES (9223372036854775807, 1, 9, 0, 'word', 0);
            INSERT INTO states (item, feed, date) VALUES (9223372036854775807, 1, 0);
            """)
        try shelf.follow(queries: [SavedQuery(name: "words", expression: "title =~ \"word\"")])
        // Each waits for a step at least, of which as many as there are numbers would be needed.
        for _ in 0..<100 { shelf.library.drain() }
        #expect(try shelf.library.queries().map(\.isComplete) == [true])
    }
}

/// The pages of a table in a file of SQLite's (its “Database File Format”, 1.6).
private struct PagesOfTable {
    private(set) var bytes: [UInt8]
    private let root: Int

    init(of bytes: [UInt8], root: Int) {
        self.bytes = bytes
        self.root = root
    }

    private var pageSize: Int { Int(bytes[16]) << 8 | Int(bytes[17]) }

    /// Has the part of the table that holds a number, of three bytes, end right behind the part before it: so says the page above.
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

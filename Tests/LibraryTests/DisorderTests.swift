import FeedParser
import Foundation
import SQLite
import TestSupport
import Testing

@testable import Library

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

    @Test func `a search in inconsistent data ends with a failure that names the damage`() throws {
        let library = try disordered()
        let time = processorTime {
            let failure = #expect(throws: LibraryFailure.self) { try library.search(SearchQuery("word")) }
            #expect(failure?.description.contains("damaged") == true, "\(String(describing: failure))")
            #expect(throws: LibraryFailure.self) { try library.indexForSearch(for: .seconds(60)) }
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

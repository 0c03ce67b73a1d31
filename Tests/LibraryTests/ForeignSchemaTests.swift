import FeedParser
import Foundation
import SQLite
import TestSupport
import Testing

@testable import Library

private let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"

/// Libraries whose schema another program has changed.
@Suite struct ForeignSchemaTests {
    private let home: Home
    private let path: String

    /// The file of a library with two items, one of them read, without a log.
    init() throws {
        home = try Home()
        path = home.path + "/library.db"
        let shelf = try Shelf()
        try shelf.store(ParsedItem("a"), ParsedItem("b"))
        try shelf.mark("a")
        try shelf.library.indexForSearch(for: .seconds(60))
        try shelf.library.backUp(to: path)
    }

    @Test(arguments: [
        "CREATE TRIGGER endless AFTER UPDATE ON fetches BEGIN UPDATE totals SET items = (\(endless)); END",
        "CREATE TRIGGER stays BEFORE DELETE ON journal BEGIN SELECT RAISE(IGNORE); END",
        "CREATE TRIGGER search_1_data AFTER INSERT ON items BEGIN SELECT 1; END",
        "CREATE INDEX large ON hosts (hex(zeroblob(1000)))",
        "DROP INDEX unread",
        "DROP TABLE hosts; CREATE VIEW hosts AS SELECT '' AS host, 0 AS wait_until, (\(endless)) AS wait_status",
        "ALTER TABLE journal RENAME TO other; ALTER TABLE other RENAME TO Journal",
        "ALTER TABLE items ADD COLUMN twice AS (title || title)",
        "CREATE TABLE more (a)",
        "CREATE TABLE search_7 (a)",
        "CREATE VIRTUAL TABLE search_7 USING fts5(title, author, body)"
    ])
    func `the rows of a library with a foreign schema move to a new one, and the old one is kept`(change: String) throws
    {
        try Database(path: path, access: .readWrite).execute(change)
        #expect(Library(reading: path) == nil)
        let library = try Library(path: path)
        let salvage = try #require(library.salvage)
        #expect(salvage.cause == .foreignSchema)
        #expect(salvage.description.hasPrefix("the library's structure was wrong: saved 2 items; "))
        #expect(try library.check() == [])
        #expect(try library.items(unreadOnly: true, limit: 10).map(\.title) == ["b"])
        try library.noteUnchanged(etag: nil, lastModified: nil, for: library.feeds()[0].id, at: .noon)
        #expect(FileManager.default.fileExists(atPath: salvage.damagedPath))
        #expect(try Library(path: path).salvage == nil)
        #expect(Library(reading: path) != nil)
    }

    @Test func `marks and steps of a library with a foreign schema are kept`() throws {
        try Database(path: path, access: .readWrite).execute("CREATE TABLE more (a)")
        let library = try Library(path: path)
        library.undo { _ in }
        library.drain()
        #expect(try library.counts(of: .all).unread == 2)
    }

    @Test func `a file that wrongly claims to be new is refused`() throws {
        try Database(path: path, access: .readWrite).execute("PRAGMA user_version = 0")
        let before = try Data(contentsOf: URL(filePath: path))
        #expect(throws: LibraryFailure.noDatabase(path: path)) { try Library(path: path) }
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
    }

    @Test func `a library may have many volumes, and be vacuumed into another order`() throws {
        let database = try Database(path: path, access: .readWrite, options: .library)
        for number in [1, 12, 30] { try database.make(SearchVolume(Int64(number))) }
        try database.execute("VACUUM")
        let schema = try SchemaListing(of: database)
        #expect(schema.isKnown)
        #expect(try Library(path: path).salvage == nil)
    }

    @Test func `the newest schema is known without creating it`() throws {
        let newest = try Database.schema(ofVersion: Schema.version).digests
        #expect(newest == SchemaListing.newest, "write these into SchemaListing.newest: \(newest)")
    }
}

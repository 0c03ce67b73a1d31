import FeedParser
import Foundation
import SQLite
import TestSupport
import Testing

@testable import Library

@Suite struct OpeningTests {
    private let home: Home
    private let path: String

    init() throws {
        home = try Home()
        path = home.path + "/library.db"
    }

    @Test func `a new library is empty`() throws {
        let library = try Library(path: path)
        #expect(try library.feeds() == [])
        #expect(try library.items(unreadOnly: false, limit: 10) == [])
    }

    @Test func `nobody else may read the library's files`() throws {
        let shelf = try Shelf()
        try shelf.store(ParsedItem("secret"))
        for suffix in ["", "-wal", "-shm"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: shelf.path + suffix)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test func `a file that isn't a database stays unchanged`() throws {
        try Data("Dear diary".utf8).write(to: URL(filePath: path))
        let failure = failureToOpen(path)
        #expect(failure == .noDatabase(path: path))
        #expect(failure?.description.contains("move it away to start with an empty one") == true)
        #expect(try Data(contentsOf: URL(filePath: path)) == Data("Dear diary".utf8))
    }

    @Test func `the library of a newer lede stays unchanged`() throws {
        try Database(path: path, access: .readWriteCreate).execute("PRAGMA user_version = 99")
        let failure = failureToOpen(path)
        #expect(failure == .newerVersion(path: path))
        #expect(failure?.description.contains("update lede") == true)
        let version = try Database(path: path, access: .readOnly).first("PRAGMA user_version") { $0.int(0) }
        #expect(version == 99)
    }

    @Test(arguments: [1, 14])
    func `the library of a lede older than any release is refused with advice and stays unchanged`(version: Int)
        throws
    {
        try Database(path: path, access: .readWriteCreate).execute(
            "CREATE TABLE feeds (url); INSERT INTO feeds VALUES ('x'); PRAGMA user_version = \(version)")
        #expect(Library(reading: path) == nil)
        let failure = failureToOpen(path)
        #expect(failure == .olderVersion(path: path))
        #expect(failure?.description.contains("move it away, or choose another folder") == true)
        let urls = try Database(path: path, access: .readOnly).all("SELECT url FROM feeds") { $0.text(0) }
        #expect(urls == ["x"])
        #expect(throws: LibraryFailure.olderVersion(path: path)) {
            try Library.restore(path, to: home.path + "/restored.db")
        }
    }

    @Test func `a place that can't be written to is reported with the reason`() {
        let path = "/dev/null/library.db"
        let failure = failureToOpen(path)
        #expect(failure == .unreadable(path: path, reason: "Not a directory"))
        #expect(failure?.description.contains("check that you may write there") == true)
    }

    @Test func `a library whose journal names another file is refused with advice, and that file stays`() throws {
        try Library(path: path).settle()
        let letter = home.path + "/letter"
        try Data("Dear Anna".utf8).write(to: URL(filePath: letter))
        try ForeignJournal.write(beside: path, naming: letter)
        let failure = failureToOpen(path)
        #expect(failure == .foreignJournal(path: path))
        #expect(failure?.description.hasSuffix("which SQLite would delete: move it away") == true)
        #expect(Library(reading: path) == nil)
        #expect(FileManager.default.fileExists(atPath: letter))
    }

    @Test func `a folder isn't a library`() {
        #expect(failureToOpen(home.path) == .unreadable(path: home.path, reason: "it isn't a regular file"))
    }

    private func failureToOpen(_ path: String) -> LibraryFailure? {
        do throws(LibraryFailure) {
            _ = try Library(path: path)
            return nil
        } catch {
            return error
        }
    }
}

@Suite struct `A library opened only for reading` {
    private let shelf: Shelf

    init() throws {
        shelf = try Shelf()
        try shelf.store(ParsedItem("a"))
    }

    @Test func `a library opened only for reading shows what is there, and what comes`() throws {
        let library = try #require(Library(reading: shelf.path))
        #expect(try library.counts(of: .all).unread == 1)
        try shelf.store(ParsedItem("b"))
        #expect(try library.counts(of: .all).unread == 2)
    }

    @Test func `a library opened only for reading waits for no writer`() throws {
        let writer = try Database(path: shelf.path, access: .readWrite)
        try writer.execute("BEGIN IMMEDIATE; UPDATE totals SET unread = 99")
        #expect(try Library(reading: shelf.path)?.counts(of: .all).unread == 1)
        try writer.execute("ROLLBACK")
    }

    @Test func `a library opened only for reading can't be written to`() throws {
        let library = try #require(Library(reading: shelf.path))
        #expect(throws: LibraryFailure.self) { try library.subscribe(to: []) }
        #expect(try shelf.library.feeds().count == 1)
    }

    @Test func `a library that has to be created or migrated can't be opened only for reading`() throws {
        let home = try Home()
        #expect(Library(reading: home.path + "/library.db") == nil)
        #expect(!FileManager.default.fileExists(atPath: home.path + "/library.db"))
        try Database(path: shelf.path, access: .readWrite).execute("PRAGMA user_version = 1")
        #expect(Library(reading: shelf.path) == nil)
    }
}

/// Libraries written by older versions of lede.
@Suite struct MigrationTests {
    private let home: Home
    private let path: String

    init() throws {
        home = try Home()
        path = home.path + "/library.db"
        // lede of 28 November 2026 made it, before its migrations became one schema.
        let fixture = ProjectFile.url("Tests/LibraryTests/Fixtures/library-15.db")
        try Data(contentsOf: fixture).write(to: URL(filePath: path))
    }

    @Test func `a library of version 15 opens with all that it has`() throws {
        let library = try Library(path: path)
        #expect(try library.feeds().prefix(3).map(\.name) == ["My First", "Second Feed", "One"])
        #expect(try library.feeds().map(\.tags)[0] == ["first", "two words"])
        #expect(try library.feeds().map { [$0.unread, $0.total] } == [[3, 5], [4, 4], [0, 2], [0, 0]])
        let items = try library.items(unreadOnly: false, limit: 100)
        #expect(items.count == 9)
        #expect(items.filter(\.isRead).map(\.title) == ["One item 1", "One item 2"])
        #expect(items.filter(\.isStarred).map(\.title) == ["Two item 1", "One item 2"])
        #expect(try library.itemTags() == ["blue"])
        #expect(try library.article(items[0].id)?.html.contains("<p>") == true)
        let steps = try library.journal(limit: 10)
        #expect(steps.map(\.action.kind) == ["read", "rename", "delete", "tag", "star", "read"])
        #expect(steps.map(\.items.count) == [4, 0, 1, 1, 3, 4])
        #expect(steps.map(\.isUndone) == [true, false, false, false, false, false])
    }

    @Test func `a library of version 15 can be written to, and its undone step redone`() throws {
        let library = try Library(path: path)
        #expect(library.salvage == nil)
        #expect(try library.check() == [])
        library.redo { _ in }
        library.drain()
        #expect(try library.counts(of: .all).unread == 3)
        library.undo { _ in }
        library.mark(.item(try library.items(unreadOnly: false, limit: 1)[0].id), .tagged("green"))
        library.drain()
        #expect(try library.counts(of: .all).unread == 7)
        #expect(try library.itemTags() == ["blue", "green"])
        #expect(try library.check() == [])
    }

    @Test func `a new library has the same schema as one of version 15 that was opened`() throws {
        let schemas = try [path, home.path + "/new.db"].map { path in
            try Library(path: path).settle()
            return try SchemaListing(of: Database(path: path, access: .readOnly, options: .library)).digests
        }
        #expect(schemas.map(\.own) == Array(repeating: SchemaListing.newest.own, count: 2))
    }
}

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

import FeedParser
import Foundation
import SQLite
import TestSupport
import Testing

@testable import Library

@Suite struct CheckTests {
    private let shelf: Shelf

    init() throws {
        shelf = try Shelf(feeds: 3)
        for feed in 1...3 {
            try shelf.store(ParsedItem(id: "a", title: "a", link: "https://example.org/a"), ParsedItem("b"), in: feed)
        }
        try shelf.mark("a")
    }

    @Test func `checking a library after normal use finds no fault`() throws {
        #expect(try shelf.library.check() == [])
        try shelf.library.subscribe(to: [Shelf.url(2)])
        #expect(try shelf.library.check() == [])
    }

    @Test func `checking a library finds only the items that the search has lost`() throws {
        try shelf.library.indexForSearch(for: .seconds(60))
        try shelf.store(ParsedItem(id: "a", title: "changed", link: "https://example.org/a"))
        try shelf.library.indexForSearch(for: .seconds(60))
        #expect(try shelf.library.check() == [])
        try shelf.store(ParsedItem("c"))
        try Database(path: shelf.path, access: .readWrite).execute("UPDATE search_volumes SET indexed = 7")
        #expect(try shelf.library.check() == ["items that the search has lost: 1"])
    }

    @Test(arguments: [
        ("DELETE FROM states WHERE item = 1", "items without marks: 1"),
        ("DELETE FROM contents", "items without a text: 6"),
        ("PRAGMA foreign_keys = OFF; DELETE FROM feeds WHERE id = 3", "rows that belong to nothing: 5"),
        ("UPDATE feeds SET unread = 17 WHERE id = 2", "feeds with a wrong count: 1"),
        ("UPDATE totals SET starred = 1", "wrong totals: 1"),
        ("DELETE FROM copies WHERE item < 5", "duplicates of nothing: 1"),
        ("UPDATE states SET is_listed = 1", "items that lists should show or hide: 2")
    ])
    func `checking a library finds what other programs changed`(change: String, problem: String) throws {
        try Database(path: shelf.path, access: .readWrite).execute(change)
        #expect(try shelf.library.check().contains(problem))
    }
}

@Suite struct BackupTests {
    private let home: Home
    private let backup: String
    private let shelf: Shelf

    init() throws {
        home = try Home()
        backup = home.path + "/backup.db"
        shelf = try Shelf()
        try shelf.store(ParsedItem("a"), ParsedItem("b"))
        try shelf.mark("a")
    }

    @Test func `backups to one file at the same time are all made`() throws {
        let failures = Record<String>()
        DispatchQueue.concurrentPerform(iterations: 8) { [shelf, backup] _ in
            do { try shelf.library.backUp(to: backup) } catch { failures.add("\(error)") }
        }
        #expect(failures.entries == [])
        #expect(try Library(path: backup).check() == [])
    }

    @Test func `a backup contains the whole library, and nobody else may read it`() throws {
        try Shelf().library.backUp(to: backup)
        try shelf.library.backUp(to: backup)
        try shelf.store(ParsedItem("later"))
        let attributes = try FileManager.default.attributesOfItem(atPath: backup)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.path).contains("backup.db.draft") == false)
        let path = home.path + "/library.db"
        #expect(try Library.restore(backup, to: path).replaced == nil)
        let library = try Library(path: path)
        #expect(try library.items(unreadOnly: false, limit: 10).map(\.isRead).sorted { !$0 && $1 } == [false, true])
        #expect(try library.check() == [])
    }

    @Test func `a backup never replaces a file that isn't a backup`() throws {
        let cache = home.path + "/cache.db"
        try Database(path: cache, access: .readWriteCreate).execute(
            "CREATE TABLE rss_feed (url TEXT); PRAGMA user_version = 1")
        let diary = home.path + "/diary"
        try Data("Dear diary".utf8).write(to: URL(filePath: diary))
        mkfifo(home.path + "/pipe", 0o600)
        for path in [diary, cache, home.path + "/pipe", home.path, "/dev/null"] {
            #expect(throws: LibraryFailure.occupied(path: path)) { try shelf.library.backUp(to: path) }
        }
        #expect(try String(contentsOfFile: diary, encoding: .utf8) == "Dear diary")
    }

    @Test func `the library that a backup replaces is kept`() throws {
        try shelf.library.backUp(to: backup)
        let other = home.path + "/library.db"
        try Library(path: other).subscribe(to: ["https://example.org/other"])
        let old = try #require(try Library.restore(backup, to: other).replaced)
        #expect(try Library(path: other).feeds().map(\.url) == [Shelf.url(1)])
        #expect(try Library(path: old).feeds().map(\.url) == ["https://example.org/other"])
    }

    @Test func `the log that a kill left is written into the library before a backup replaces it`() throws {
        try shelf.library.backUp(to: backup)
        try shelf.library.subscribe(to: ["https://example.org/other"])
        let killed = home.path + "/library.db"
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: shelf.path + suffix, toPath: killed + suffix)
        }
        let old = try #require(try Library.restore(backup, to: killed).replaced)
        #expect(FileManager.default.contents(atPath: old + "-wal")?.isEmpty ?? true)
        #expect(try Library(path: old).feeds().contains { $0.url == "https://example.org/other" })
    }

    @Test func `a backup over an older file with a log holds what is there now`() throws {
        let other = try Shelf()
        try other.store(ParsedItem("old"))
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: other.path + suffix, toPath: backup + suffix)
        }
        try shelf.library.backUp(to: backup)
        #expect(try Library(path: backup).items(unreadOnly: false, limit: 10).map(\.title).sorted() == ["a", "b"])
    }

    @Test func `no journal of a backup, or of the library that it replaces, deletes the file that it names`() throws {
        try shelf.library.backUp(to: backup)
        let (letter, other) = (home.path + "/letter", home.path + "/library.db")
        try Data("Dear Anna".utf8).write(to: URL(filePath: letter))
        try ForeignJournal.write(beside: backup, naming: letter)
        #expect(throws: LibraryFailure.foreignJournal(path: backup)) { try Library.restore(backup, to: other) }
        try FileManager.default.removeItem(atPath: backup + "-journal")
        try Library(path: other).settle()
        try ForeignJournal.write(beside: other, naming: letter)
        let old = try #require(try Library.restore(backup, to: other).replaced)
        #expect(try Library(path: other).feeds().map(\.url) == [Shelf.url(1)])
        #expect(FileManager.default.fileExists(atPath: old + "-journal"))
        #expect(FileManager.default.fileExists(atPath: letter))
    }

    @Test func `a pipe in the library's place is refused at once, even for reading`() {
        let pipe = home.path + "/pipe.db"
        mkfifo(pipe, 0o600)
        #expect(Library(reading: pipe) == nil)
        #expect(throws: LibraryFailure.unreadable(path: pipe, reason: "it isn't a regular file")) {
            try Library(path: pipe)
        }
    }

    @Test func `a backup that isn't a regular file is refused at once`() {
        let pipe = home.path + "/pipe"
        mkfifo(pipe, 0o600)
        for path in [pipe, home.path] {
            #expect(throws: LibraryFailure.noBackup(path: path)) {
                try Library.restore(path, to: home.path + "/library.db")
            }
        }
    }

    @Test(arguments: ["Dear diary", ""])
    func `a file that isn't a backup of a library changes nothing`(text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: backup))
        #expect(throws: LibraryFailure.noBackup(path: backup)) { try Library.restore(backup, to: shelf.path) }
        #expect(try shelf.titles() == ["a", "b"])
    }

    @Test func `restored rows are as lede writes them, or left out`() throws {
        try shelf.store(ParsedItem("c"), ParsedItem("d"), ParsedItem("e"))
        try shelf.library.backUp(to: backup)
        try Database(path: backup, access: .readWrite).execute(
            """
            UPDATE items SET title = CAST(title AS BLOB) WHERE title = 'a';
            PRAGMA foreign_keys = OFF;
            UPDATE states SET is_read = -5 WHERE item = (SELECT id FROM items WHERE title = 'b');
            UPDATE items SET id = 0x7fffffffffffffff WHERE title = 'c';
            UPDATE contents SET html = x'07' WHERE item = (SELECT id FROM items WHERE title = 'd');
            UPDATE sqlite_sequence SET seq = 0x7fffffffffffffff;
            INSERT INTO settings VALUES (CAST('folds_copies' AS BLOB), 1);
            """)
        let path = home.path + "/library.db"
        let restored = try Library.restore(backup, to: path)
        #expect(restored.leftOutRows == 5)
        let library = try Library(path: path)
        #expect(library.salvage == nil)
        #expect(try library.check() == [])
        #expect(try library.items(unreadOnly: false, limit: 10).map(\.title).sorted() == ["b", "d", "e"])
        let document = ParsedFeed(format: .rss20, title: "Feed", items: [ParsedItem("new")])
        _ = try library.store(document, etag: nil, lastModified: nil, for: library.feeds()[0].id, at: .noon)
        #expect(try library.items(unreadOnly: false, limit: 10).count == 4)
    }

    @Test(arguments: [
        "CREATE TRIGGER more AFTER INSERT ON items BEGIN SELECT 1; END", "CREATE TABLE more (a)",
        "CREATE INDEX more ON hosts (hex(host))"
    ])
    func `restoring drops a backup's own schema, and steps to undo`(change: String) throws {
        try shelf.library.backUp(to: backup)
        try Database(path: backup, access: .readWrite).execute(change)
        let path = home.path + "/library.db"
        let restored = try Library.restore(backup, to: path)
        #expect(restored.forgetsSteps && restored.leftOutRows == 0)
        let library = try Library(path: path)
        #expect(library.salvage == nil)
        #expect(try library.journal(limit: 10).isEmpty)
        #expect(try library.items(unreadOnly: true, limit: 10).map(\.title) == ["b"])
    }

    @Test func `a library of version 15 can be restored`() throws {
        let fixture = ProjectFile.url("Tests/LibraryTests/Fixtures/library-15.db")
        try Data(contentsOf: fixture).write(to: URL(filePath: backup))
        let path = home.path + "/library.db"
        _ = try Library.restore(backup, to: path)
        #expect(try Library(path: path).counts(of: .all).unread == 7)
    }

    @Test func `a damaged backup is refused`() throws {
        try shelf.store((1...2000).map { ParsedItem("\($0)", text: String(repeating: "word ", count: 100)) })
        try shelf.library.backUp(to: backup)
        let handle = try FileHandle(forUpdating: URL(filePath: backup))
        try handle.seek(toOffset: handle.seekToEnd() / 2 / 8192 * 8192)
        try handle.write(contentsOf: Data(repeating: 0xAB, count: 40 * 8192))
        #expect(throws: LibraryFailure.noBackup(path: backup)) {
            try Library.restore(backup, to: home.path + "/library.db")
        }
        #expect(!FileManager.default.fileExists(atPath: home.path + "/library.db"))
    }
}

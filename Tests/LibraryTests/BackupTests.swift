import FeedParser
import Foundation
import SQLite
import TestSupport
import Testing

@testable import Library

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

    @Test func `a backup holds what the library held, and nobody else may read it`() throws {
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

    @Test func `a backup replaces nothing that is no backup`() throws {
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

    @Test func `what is no file is no backup, and nobody waits for it`() {
        let pipe = home.path + "/pipe"
        mkfifo(pipe, 0o600)
        for path in [pipe, home.path] {
            #expect(throws: LibraryFailure.noBackup(path: path)) {
                try Library.restore(path, to: home.path + "/library.db")
            }
        }
    }

    @Test(arguments: ["Dear diary", ""])
    func `what is no backup of a library changes nothing`(text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: backup))
        #expect(throws: LibraryFailure.noBackup(path: backup)) { try Library.restore(backup, to: shelf.path) }
        #expect(try shelf.titles() == ["a", "b"])
    }
}

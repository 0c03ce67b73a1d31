import FeedParser
import Foundation
import Library
import SQLite
import TestSupport
import Testing

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

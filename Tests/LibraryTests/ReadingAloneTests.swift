import FeedParser
import Foundation
import SQLite
import TestSupport
import Testing

@testable import Library

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

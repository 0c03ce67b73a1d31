import FeedParser
import Foundation
import SQLite
import Testing

@testable import Library

@Suite struct SpaceTests {
    private let shelf: Shelf

    init() throws { shelf = try Shelf() }

    @Test func `space freed by deleting returns to the file system`() throws {
        try shelf.store((0..<2000).map { ParsedItem("\($0)", text: String(repeating: "text ", count: 500)) })
        try shelf.store([])
        shelf.library.settle()
        let full = try size
        #expect(try shelf.library.discard(beyond: Retention(items: 100), in: shelf.feed().id, at: .noon) == 1900)
        // Unlike settling, closing brings even a short log into the file.
        shelf.library.pool.close()
        #expect(try size < full / 3)
        let reopened = try Shelf(sharing: shelf)
        #expect(try reopened.titles().count == 100)
        #expect(try reopened.library.pool.read { try $0.problems(.full) } == [])
    }

    @Test func `returning space doesn't disturb readers, and they don't prevent it`() throws {
        try shelf.store((0..<500).map { ParsedItem("\($0)", text: String(repeating: "text ", count: 500)) })
        try shelf.store([])
        let feed = try shelf.feed().id
        try shelf.library.read { database in
            let before = try database.countItems()
            #expect(try shelf.library.discard(beyond: Retention(items: 10), in: feed, at: .noon) == 490)
            // By then all of it has been returned.
            #expect(try shelf.library.giveBackSpace() == 0)
            #expect(try (before, database.countItems()) == (500, 500))
        }
        #expect(try shelf.titles().count == 10)
    }

    @Test func `a file with little free space keeps it for new items`() throws {
        try shelf.store((0..<500).map { ParsedItem("\($0)", text: String(repeating: "text ", count: 500)) })
        #expect(try shelf.library.giveBackSpace() == 0)
    }

    private var size: Int {
        get throws { try #require(FileManager.default.attributesOfItem(atPath: shelf.path)[.size] as? Int) }
    }
}

import FeedParser
import Foundation
import SQLite
import TestSupport
import Testing

@testable import Library

/// The limit of a feed's text.
@Suite struct QuotaTests {
    private let shelf: Shelf
    private let library: Library
    private static let text = 10_000 - Database.bytesBesideText

    init() throws {
        shelf = try Shelf()
        library = shelf.library
        // Ten items of 10,000 bytes, 9 the oldest. The feed's document no longer contains them.
        for day in (0..<10).reversed() {
            var item = ParsedItem("\(day)", hoursAgo: Double(day) * 24 + 1)
            item.content = String(repeating: "x", count: Self.text)
            try shelf.store([item], at: item.published ?? .noon)
        }
        try shelf.store([])
    }

    @Test func `nothing is deleted while there is room`() throws {
        #expect(try discard(beyond: 100_000) == 0)
        #expect(try shelf.titles().count == 10)
        #expect(try shelf.details().trimmed == nil)
    }

    @Test func `the oldest items are deleted first, and an eighth of the room is freed`() throws {
        #expect(try discard(beyond: 80_000) == 3)
        #expect(try shelf.titles() == ["0", "1", "2", "3", "4", "5", "6"])
        #expect(try shelf.details().trimmed == .noon)
    }

    @Test func `read items are deleted before unread ones`() throws {
        for title in ["0", "5"] { try shelf.mark(title) }
        try forgetSteps()
        try discard(beyond: 90_000)
        #expect(try shelf.titles() == ["1", "2", "3", "4", "6", "7", "8"])
    }

    @Test func `starred and tagged items stay within the limit of text`() throws {
        let item = try #require(try shelf.items().last)
        library.mark(.item(item.id), .starred)
        library.drain()
        try write("INSERT INTO item_tags (item, tag, date) SELECT id, 'mine', 0 FROM items WHERE title = '8'")
        try forgetSteps()
        try discard(beyond: 10_000)
        #expect(try shelf.titles() == ["8", "9"])
    }

    @Test func `items that are still in the feed's document stay`() throws {
        var held = ParsedItem("9", hoursAgo: 9 * 24 + 1)
        held.content = String(repeating: "x", count: Self.text)
        try shelf.store(held)
        try discard(beyond: 20_000)
        #expect(try shelf.titles() == ["9"])
    }

    @Test func `items are measured only after enough new text`() throws {
        try discard(beyond: 90_000)
        #expect(try noted() == 70_000)
        // Earlier text is measured with the rest, but doesn't start a measurement.
        try write("UPDATE fetches SET text_bytes = 0")
        #expect(try discard(beyond: 60_000) == 0)
        #expect(try shelf.titles().count == 7)
    }

    @Test func `items that must stay aren't measured again for each new item`() throws {
        try write("UPDATE states SET is_starred = 1")
        #expect(try discard(beyond: 40_000) == 0)
        #expect(try noted() == 35_000)
    }

    @Test func `changed text counts again until it is measured`() throws {
        var item = ParsedItem("0", hoursAgo: 1)
        item.content = String(repeating: "y", count: Self.text)
        try shelf.store(item)
        #expect(try noted() == 110_000)
        #expect(try discard(beyond: 100_000) == 0)
        #expect(try noted() == 87_500)
    }

    @Test func `housekeeping keeps a growing feed within its limit`() throws {
        let housekeeping = Housekeeping(library)
        try shelf.store(ParsedItem("new", hoursAgo: 0))
        library.drain()
        try housekeeping.run(keeping: Retention(bytes: 80_000), foldingCopies: true, at: .noon)
        #expect(try shelf.titles().count == 7)
    }

    @discardableResult
    private func discard(beyond bytes: Int) throws -> Int {
        try library.discardText(beyond: bytes, in: shelf.feed().id, at: .noon)
    }

    private func noted() throws -> Int? {
        try library.read { try $0.first("SELECT text_bytes FROM fetches") { $0.int(0) } }
    }

    /// Items that the user changed recently would stay.
    private func forgetSteps() throws { try write("DELETE FROM journal") }

    private func write(_ sql: String) throws {
        try library.write { database in
            try database.execute(sql)
            return ((), [])
        }
    }
}

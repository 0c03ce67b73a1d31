import FeedParser
import Foundation
import SQLite
import Signals
import TestSupport
import Testing

@testable import Library

/// Which items are deleted for good, and which never.
@Suite struct RetentionTests {
    private let shelf: Shelf
    private let library: Library

    init() throws {
        shelf = try Shelf(feeds: 2)
        library = shelf.library
        // Ten items, one for each day, stored when they were published. The feed's document no longer contains them.
        for day in (0..<10).reversed() {
            let item = ParsedItem("\(day)", hoursAgo: Double(day) * 24 + 1)
            try shelf.store([item], at: item.published ?? .noon)
        }
        _ = try shelf.library.store(
            ParsedFeed(format: .rss20), etag: nil, lastModified: nil, for: shelf.feed().id, at: .noon)
    }

    @Test func `items are kept for ever without a limit`() throws {
        #expect(try discard(Retention()) == 0)
        #expect(try shelf.titles().count == 10)
    }

    @Test func `items older than the limit of days are deleted`() throws {
        #expect(try discard(Retention(days: 4)) == 6)
        #expect(try shelf.titles() == ["0", "1", "2", "3"])
    }

    @Test func `items beyond the limit of items are deleted, oldest first`() throws {
        #expect(try discard(Retention(items: 3)) == 7)
        #expect(try shelf.titles() == ["0", "1", "2"])
    }

    @Test func `an old item that was stored recently stays`() throws {
        try shelf.store([ParsedItem("late", hoursAgo: 24 * 300)], at: .noon)
        try shelf.store([], at: .noon)
        try discard(Retention(days: 1))
        #expect(try shelf.titles() == ["0", "late"])
    }

    @Test(arguments: [Mark.starred, .queued]) func `a starred or queued item stays, however old`(mark: Mark) throws {
        library.mark(.item(try item("9").id), mark)
        library.drain()
        try discard(Retention(days: 1))
        #expect(try shelf.titles() == ["0", "9"])
    }

    @Test func `a tagged item stays, however old`() throws {
        try write("INSERT INTO item_tags (item, tag, date) SELECT id, 'mine', 0 FROM items WHERE title = '8'")
        try discard(Retention(days: 1))
        #expect(try shelf.titles() == ["0", "8"])
    }

    @Test func `an item in the feed's document stays, because it would come again`() throws {
        try shelf.store(ParsedItem("5", hoursAgo: 121), ParsedItem("6", hoursAgo: 145))
        try discard(Retention(days: 1))
        #expect(try shelf.titles() == ["0", "5", "6"])
    }

    @Test func `nothing of a feed whose last document is unknown is deleted`() throws {
        try write("UPDATE fetches SET held_items = NULL")
        #expect(try discard(Retention(items: 0)) == 0)
    }

    @Test func `an item that the user changed recently stays`() throws {
        try shelf.mark("7")
        try discard(Retention(items: 0))
        #expect(try shelf.titles() == ["7"])
        library.undo { _ in }
        library.drain()
        #expect(try shelf.items().map(\.isRead) == [false])
    }

    @Test func `an item that the user deleted goes for good when its step is forgotten`() throws {
        library.mark(.item(try item("4").id), .deleted)
        library.drain()
        #expect(try discard(Retention()) == 0)
        try write("DELETE FROM journal")
        #expect(try discard(Retention()) == 1)
        #expect(try shelf.feed().total == 9)
    }

    @Test func `counts are right after items are deleted`() throws {
        try shelf.mark("9")
        try write("DELETE FROM journal")
        try discard(Retention(items: 5))
        let items = try shelf.items()
        #expect(try (shelf.feed().total, shelf.feed().unread) == (items.count, items.count { !$0.isRead }))
        let totals = try library.read { try $0.first("SELECT items, unread FROM totals") { ($0.int(0), $0.int(1)) } }
        #expect(totals.map { $0 == (5, 5) } == true)
    }

    @Test func `nothing is left of a deleted item`() throws {
        try discard(Retention(items: 0))
        for table in ["items", "contents", "states", "enclosures", "categories", "copies"] {
            #expect(try library.read { try $0.first("SELECT count(*) FROM \(table)") { $0.int(0) } } == 0)
        }
        #expect(try library.pool.read { try $0.problems(.full) } == [])
    }

    @Test func `if a listed item is deleted as too old, its duplicate is listed`() throws {
        let copy = ParsedItem(
            id: "c", title: "Copied far and wide", link: "https://example.org/copied", content: "text")
        try shelf.store([copy], in: 1, at: .noon - 11 * 86_400)
        try shelf.store([copy], in: 2, at: .noon)
        try shelf.store([], in: 1)
        try discard(Retention(items: 0))
        #expect(try shelf.unreadTitles() == ["Copied far and wide"])
    }

    @Test func `deleted items are reported`() throws {
        let changes = Record<LibraryChange>()
        library.changes.onNext { changes.add($0) }
        let gone = try shelf.items().dropFirst(8).map(\.id)
        try discard(Retention(items: 8))
        // In as many steps as the deletion took.
        let told = changes.entries.reduce(ItemSet()) { told, change in
            if case .marked(.deleted, let items, _) = change { told.union(items) } else { told }
        }
        #expect(told == ItemSet(gone))
        #expect(changes.entries.last == .feed(try shelf.feed().id))
    }

    @Test func `new items that wouldn't be kept don't come in, and old ones may go while the feed has them`() throws {
        let items = (0..<10).map { ParsedItem("new \($0)", hoursAgo: Double($0) * 24 + 2) }
        func store(_ retention: Retention) throws -> [String] {
            var fetched = Fetched(
                .document(ParsedFeed(format: .rss20, items: items)), for: try shelf.feed(2).id, at: .noon)
            fetched.retention = retention
            _ = try library.store([fetched])[0].get()
            return try shelf.titles(in: 2).sorted()
        }
        #expect(try store(Retention(items: 2)) == ["new 0", "new 1"])
        #expect(try store(Retention(days: 4)) == ["new 0", "new 1", "new 2", "new 3"])
        #expect(try store(Retention(days: 2)).count == 4)
        let later = Date.noon + 86_400 * 3
        #expect(try library.discard(beyond: Retention(days: 2), in: shelf.feed(2).id, at: later) == 2)
        #expect(try store(Retention(days: 2)) == ["new 0", "new 1"])
        #expect(try store(Retention()).count == 10)
    }

    @Test func `limits apply to feeds without news, too`() throws {
        let housekeeping = Housekeeping(library)
        try housekeeping.run(keeping: Retention(days: 4), foldingCopies: true, at: .noon)
        #expect(try shelf.titles().count == 4)
        try housekeeping.run(keeping: Retention(items: 3), foldingCopies: true, at: .noon)
        #expect(try shelf.titles().count == 3)
    }

    @discardableResult
    private func discard(_ retention: Retention) throws -> Int {
        try library.discard(beyond: retention, in: shelf.feed().id, at: .noon)
    }

    private func item(_ title: String) throws -> Item { try #require(try shelf.items().first { $0.title == title }) }

    private func write(_ sql: String) throws {
        try library.write { database in
            try database.run(sql)
            return ((), [])
        }
    }
}

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

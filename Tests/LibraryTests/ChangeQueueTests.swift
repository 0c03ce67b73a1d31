import FeedParser
import Foundation
import SQLite
import Signals
import TestSupport
import Testing

@testable import Library

@Suite struct ChangeTests {
    private let shelf: Shelf
    private let feed: FeedID
    private let changes = Record<LibraryChange>()

    init() throws {
        shelf = try Shelf()
        feed = try shelf.feed().id
        try shelf.store(ParsedItem("a"), ParsedItem("b"))
        shelf.library.changes.onNext { [changes] in changes.add($0) }
    }

    @Test func `new items are reported with their number before their feed`() throws {
        try shelf.store(ParsedItem("c"), ParsedItem("d"), ParsedItem("a"))
        #expect(changes.entries == [.newItems(feed, News(ofFeed: 2, listed: 2), newest: ItemID(4)), .feed(feed)])
    }

    @Test func `a document without new items reports only the feed and its changed texts`() throws {
        try shelf.store(ParsedItem("a"))
        #expect(changes.entries == [.feed(feed)])
        try shelf.store(ParsedItem("a", text: "changed"))
        #expect(changes.entries == [.feed(feed), .rewritten(feed), .feed(feed)])
    }

    @Test func `a failure reports the feed`() throws {
        try shelf.library.noteFailure("no luck", for: feed, at: .noon)
        #expect(changes.entries == [.feed(feed)])
    }

    @Test func `a mark reports its items once, then the outcome of each call`() throws {
        let item = try shelf.items()[0].id
        let marks = (1...2).map { _ in shelf.library.mark(.item(item), .read) }
        shelf.library.drain()
        #expect(
            changes.entries == [
                .marked(.read, [item], number: 1), .done(marks[0], .of(1)), .done(marks[1], .of(0))
            ])
    }

    @Test func `a requested report comes after everything requested before`() throws {
        let item = try shelf.items()[0].id
        let numbers = [shelf.library.mark(.item(item), .starred), shelf.library.requestReport()]
        shelf.library.drain()
        #expect(
            changes.entries == [
                .marked(.starred, [item], number: 1), .done(numbers[0], .of(1)), .done(numbers[1], .of(0))
            ])
    }

    @Test func `marking all reports the unread items`() throws {
        let items = ItemSet(try shelf.items().map(\.id))
        let listing = Listing(try shelf.feed())
        shelf.library.markAllRead(in: listing)
        shelf.library.markAllRead(in: listing)
        shelf.library.drain()
        #expect(changes.entries.filter { !$0.isDone } == [.marked(.read, items, number: 1)])
    }

    @Test func `following the same list of feeds, after other writes, isn't reported`() throws {
        shelf.library.subscribe(to: [Shelf.url(1)]) {}
        shelf.library.drain()
        #expect(changes.entries == [])
    }

    @Test func `another list of feeds is reported, the same one isn't`() throws {
        try shelf.library.subscribe(to: [Shelf.url(1)])
        #expect(changes.entries == [])
        try shelf.library.subscribe(to: [Shelf.url(2), Shelf.url(1)])
        #expect(changes.entries == [.subscriptions])
    }

    @Test func `a reported change can be read at once`() throws {
        let unread = Record<Int?>()
        shelf.library.changes.onNext { [library = shelf.library, feed] _ in
            unread.add(try? library.feed(feed)?.unread)
        }
        try shelf.mark("a")
        #expect(unread.entries == [1, 1])
    }
}

extension LibraryChange {
    fileprivate var isDone: Bool { if case .done = self { true } else { false } }
}

extension MarkOutcome {
    fileprivate static func of(_ items: Int) -> MarkOutcome {
        var outcome = MarkOutcome()
        outcome.items = items
        return outcome
    }
}

/// What happens to the user's changes while nothing can be written.
@Suite struct UnwrittenTests {
    private let shelf: Shelf

    init() throws {
        shelf = try Shelf()
        try shelf.store(ParsedItem("a"), ParsedItem("b"), ParsedItem("c"))
    }

    /// Does something while the disk is full, then makes room again.
    private func withoutRoom(_ body: () throws -> Void) throws {
        try shelf.library.pool.maintain { try $0.execute("PRAGMA query_only = 1") }
        try body()
        shelf.library.drain()
        try shelf.library.pool.maintain { try $0.execute("PRAGMA query_only = 0") }
    }

    private func mark(_ title: String) throws {
        let item = try #require(shelf.items().first { $0.title == title })
        shelf.library.mark(item, read: true)
    }

    private func unreadOnDisk() throws -> Set<String> {
        try Set(Shelf(sharing: shelf).library.items(unreadOnly: true, limit: 10).map(\.title))
    }

    @Test func `a mark isn't written to a deleted file, and that is reported`() throws {
        let troubles = Record<LibraryFailure>()
        shelf.library.troubles.onNext { troubles.add($0) }
        try mark("a")
        shelf.library.drain()
        try FileManager.default.moveItem(atPath: shelf.path, toPath: shelf.path + ".elsewhere")
        try mark("b")
        shelf.library.drain()
        #expect(!troubles.entries.isEmpty && troubles.entries.allSatisfy { $0 == .lost })
        #expect(shelf.library.unwritten == 1 && shelf.library.obstacle == .lost)
        try FileManager.default.moveItem(atPath: shelf.path + ".elsewhere", toPath: shelf.path)
        try mark("c")
        shelf.library.drain()
        #expect(shelf.library.unwritten == 0)
        #expect(try unreadOnDisk() == [])
    }

    @Test func `a mark that can't be written is reported, shown anyway, and written with the next one`() throws {
        let troubles = Record<LibraryFailure>()
        shelf.library.troubles.onNext { troubles.add($0) }
        try withoutRoom {
            try mark("a")
            shelf.library.drain()
            #expect(
                try shelf.library.items(of: Listing(shelf.feed()), limit: 10).filter { !$0.isRead }.map(\.title) == [
                    "b", "c"
                ])
        }
        #expect(!troubles.entries.isEmpty)
        #expect(shelf.library.unwritten == 1)
        #expect(try unreadOnDisk() == ["a", "b", "c"])
        try mark("b")
        shelf.library.drain()
        #expect(try unreadOnDisk() == ["c"])
        #expect(shelf.library.unwritten == 0)
        #expect(try shelf.library.check() == [])
    }

    @Test func `a mark that can never be written is reported and shows no longer, and later ones are written`() throws {
        let (troubles, changes) = (Record<LibraryFailure>(), Record<LibraryChange>())
        shelf.library.troubles.onNext { troubles.add($0) }
        shelf.library.changes.onNext { changes.add($0) }
        try shelf.library.pool.maintain {
            try $0.execute(
                "CREATE TEMP TRIGGER refusal BEFORE UPDATE ON states BEGIN SELECT RAISE(ABORT, 'refused'); END")
        }
        let item = try #require(shelf.items().first { $0.title == "a" })
        let number = shelf.library.mark(.item(item.id), .read)
        shelf.library.drain()
        #expect(troubles.entries.count == 1)
        #expect(changes.entries == [.done(number, MarkOutcome())])
        #expect(shelf.library.unwritten == 0)
        #expect(try shelf.library.items(unreadOnly: true, limit: 10).count == 3)
        try shelf.library.pool.maintain { try $0.execute("DROP TRIGGER refusal") }
        try mark("b")
        shelf.library.drain()
        #expect(try unreadOnDisk() == ["a", "c"])
    }

    @Test func `an unwritten change counts as made before the next one, and is undone after it`() async throws {
        try withoutRoom { try mark("a") }
        try shelf.library.unsubscribe([shelf.feed().id])
        let undone = Record<StepOutcome?>()
        for count in 1...2 {
            shelf.library.undo { undone.add($0) }
            await undone.wait { $0.count == count }
        }
        let words = undone.entries.map { $0?.words ?? "" }
        #expect(words[0].contains("remove") && words[1].contains("read"), "\(words)")
    }

    @Test func `unwritten changes are tried again when the reader ends`() throws {
        try withoutRoom { try mark("a") }
        shelf.library.drain()
        #expect(try unreadOnDisk() == ["b", "c"])
    }

    @Test func `the user's changes wait for the disk, and fetched documents don't`() throws {
        let asked = Record<String>()
        try shelf.library.pool.maintain { $0.trace { sql, _ in asked.add(sql) } }
        try shelf.store(ParsedItem("d"))
        try shelf.mark("a")
        try shelf.library.pool.maintain { $0.trace(nil) }
        let steps = asked.entries.filter { $0.hasPrefix("PRAGMA synchronous") || $0.hasPrefix("COMMIT") }
        #expect(
            steps.map { $0.split(separator: " ").last } == ["COMMIT", "FULL", "COMMIT", "NORMAL"], "\(steps)")
    }

    @Test func `changes are written in order, even those that had to wait`() throws {
        try withoutRoom {
            try mark("a")
            shelf.library.undo { _ in }
            try mark("b")
        }
        try mark("c")
        shelf.library.drain()
        #expect(try unreadOnDisk() == ["a"])
    }

    @Test func `a document that doesn't fit on the disk fails, and changes nothing`() throws {
        try shelf.library.pool.maintain { database in
            let pages = try database.first("PRAGMA page_count") { $0.int(0) } ?? 0
            try database.setPragma("max_page_count", to: "\(pages + 2)")
        }
        let text = String(repeating: "word ", count: 100_000)
        #expect(throws: LibraryFailure.self) { try shelf.store(ParsedItem("d", text: text)) }
        #expect(try shelf.titles() == ["a", "b", "c"])
        try mark("a")
        shelf.library.drain()
        #expect(try unreadOnDisk() == ["b", "c"])
        #expect(try shelf.library.check() == [])
    }
}

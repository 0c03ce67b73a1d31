import FeedParser
import Foundation
import Library
import Signals
import TestSupport
import Testing

/// Storing several feeds in one transaction.
@Suite struct BatchTests {
    private let shelf: Shelf

    init() throws { shelf = try Shelf(feeds: 3) }

    @Test func `each feed of a batch gets its own document`() throws {
        try shelf.library.noteFailure("no luck", for: feed(2), at: .noon)
        let stored = try shelf.library.store([
            document(["a", "b"], for: 1), Fetched(.unchanged, for: feed(2), etag: "v2", at: .noon + 1),
            Fetched(.failed("gone"), for: feed(3), at: .noon + 2)
        ])
        #expect(try stored.map { try $0.get().new } == [2, 0, 0])
        #expect(try shelf.titles(in: 1) == ["a", "b"])
        #expect(try (shelf.feed(2).fetching.lastError, shelf.details(2).etag) == (nil, "v2"))
        #expect(try (shelf.feed(3).fetching.lastError, shelf.feed(3).fetching.errorCount) == ("gone", 1))
    }

    @Test func `changes of a batch are reported feed by feed`() throws {
        let changes = Record<LibraryChange>()
        shelf.library.changes.onNext { changes.add($0) }
        _ = try shelf.library.store([document(["a"], for: 1), document([], for: 2), document(["b", "c"], for: 3)])
        let feeds = try (1...3).map(feed)
        #expect(
            changes.entries == [
                .newItems(feeds[0], News(ofFeed: 1, listed: 1), newest: ItemID(1)), .feed(feeds[0]), .feed(feeds[1]),
                .newItems(feeds[2], News(ofFeed: 2, listed: 2), newest: ItemID(3)), .feed(feeds[2])
            ])
    }

    @Test func `a document that can't be stored doesn't affect the others of its batch`() throws {
        try shelf.forbidWriting(to: ["items"], when: "new.title = 'bad'")
        let stored = try shelf.library.store([
            document(["a"], for: 1), document(["b", "bad"], for: 2), document(["c"], for: 3)
        ])
        #expect(try (stored[0].get().new, stored[2].get().new) == (1, 1))
        #expect(throws: LibraryFailure.self) { try stored[1].get() }
        #expect(try (1...3).map(shelf.titles) == [["a"], [], ["c"]])
        #expect(try shelf.feed(2).unread == 0)
    }

    @Test func `a feed that is in a batch twice gets the items of both documents`() throws {
        let stored = try shelf.library.store([document(["a"], for: 1), document(["b", "a"], for: 1)])
        #expect(try stored.map { try $0.get().new } == [1, 1])
        #expect(try shelf.titles() == ["b", "a"])
    }

    @Test func `a feed that was deleted meanwhile is left out of a batch`() throws {
        let stored = shelf.library.store([Fetched(.document(ParsedFeed(format: .rss20)), for: FeedID(99), at: .noon)])
        #expect(try stored[0].get() == Stored())
    }

    @Test func `items stored for a feed that was removed meanwhile are in no list over several feeds`() throws {
        let left = try feed(1)
        try shelf.library.subscribe(to: [Shelf.url(2)])
        _ = shelf.library.store([
            Fetched(.document(ParsedFeed(format: .rss20, items: [ParsedItem("a")])), for: left, at: .noon)
        ])
        #expect(try shelf.unreadTitles() == [])
        try shelf.library.subscribe(to: [Shelf.url(1), Shelf.url(2)])
        #expect(try shelf.unreadTitles() == ["a"])
    }

    private func feed(_ number: Int) throws -> FeedID { try shelf.feed(number).id }

    private func document(_ titles: [String], for number: Int) throws -> Fetched {
        let document = ParsedFeed(format: .rss20, title: "Feed \(number)", items: titles.map { ParsedItem($0) })
        return Fetched(.document(document), for: try feed(number), at: .noon)
    }
}

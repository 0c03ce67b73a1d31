import FeedParser
import Library
import SQLite
import Signals
import TestSupport
import Testing

@Suite struct MarkingTests {
    private let shelf: Shelf

    init() throws {
        shelf = try Shelf(feeds: 2)
        try shelf.store(ParsedItem("a"), ParsedItem("b"), in: 1)
        try shelf.store(ParsedItem("c"), in: 2)
    }

    @Test func `an item that is marked read is no longer unread`() throws {
        try shelf.mark("a")
        #expect(try Set(shelf.unreadTitles()) == ["b", "c"])
        try shelf.mark("a", read: false)
        #expect(try Set(shelf.unreadTitles()) == ["a", "b", "c"])
    }

    @Test func `marks are made in the order of the calls`() throws {
        let item = try shelf.items()[0]
        for number in 1...101 { shelf.library.mark(item, read: !number.isMultiple(of: 2)) }
        shelf.library.drain()
        #expect(try shelf.items()[0].isRead)
    }

    @Test func `marking all touches only the list, not new items`() throws {
        let listing = Listing(try shelf.feed())
        try shelf.store(ParsedItem("news", hoursAgo: 100), ParsedItem("a"), ParsedItem("b"), in: 1)
        shelf.library.markAllRead(in: listing)
        shelf.library.drain()
        #expect(try Set(shelf.unreadTitles()) == ["news", "c"])
    }

    @Test func `marks are still there after reopening the library`() throws {
        let home = try Home()
        try Library(path: home.path + "/library.db").readItsOnlyItem()
        let library = try Library(path: home.path + "/library.db")
        #expect(try library.items(unreadOnly: false, limit: 10).map(\.isRead) == [true])
        #expect(try library.feeds().map(\.unread) == [0])
    }

    @Test func `a mark that can't be written is reported`() throws {
        let troubles = Record<LibraryFailure>()
        shelf.library.troubles.onNext { troubles.add($0) }
        let item = try shelf.items()[0]
        try Database(path: shelf.path, access: .readWriteCreate).execute("DROP TABLE states")
        shelf.library.mark(item, read: true)
        shelf.library.drain()
        #expect(
            troubles.entries.map(\.description).allSatisfy { $0.hasPrefix("can't use the library: no such table") })
        #expect(troubles.entries.count == 1)
    }
}

extension Library {
    fileprivate func readItsOnlyItem() throws {
        try subscribe(to: ["a"])
        let document = ParsedFeed(format: .rss20, items: [ParsedItem("only")])
        _ = try store(document, etag: nil, lastModified: nil, for: feeds()[0].id, at: .noon)
        mark(try items(unreadOnly: true, limit: 1)[0], read: true)
        drain()
    }
}

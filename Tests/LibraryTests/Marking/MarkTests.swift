import Dispatch
import FeedParser
import SQLite
import Signals
import TestSupport
import Testing

@testable import Library

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

@Suite struct PendingMarkTests {
    private let shelf: Shelf

    init() throws {
        shelf = try Shelf()
        try shelf.store(ParsedItem("a"), ParsedItem("b"), ParsedItem("c"))
    }

    /// Does something while the writer can't write.
    private func withoutWriting(_ act: () throws -> Void) rethrows {
        let mayWrite = DispatchSemaphore(value: 0)
        shelf.library.writeSoon { _ in
            mayWrite.wait()
            return []
        }
        defer {
            mayWrite.signal()
            shelf.library.drain()
        }
        try act()
    }

    /// The unread titles in the feed's list while the writer can't write.
    private func unread(after mark: (Listing, [Item]) throws -> Void) throws -> [String] {
        let listing = Listing(try shelf.feed())
        let items = try shelf.library.items(of: listing, limit: 10)
        var unread: [Item] = []
        try withoutWriting {
            try mark(listing, items)
            unread = try shelf.library.items(of: listing, limit: 10).filter { !$0.isRead }
        }
        return unread.map(\.title)
    }

    /// The titles of a list, after checking their count.
    private func titles(_ listing: Listing) throws -> [String] {
        let items = try shelf.library.items(of: listing, limit: 10)
        #expect(items.count == listing.count)
        return items.map(\.title)
    }

    @Test func `a mark shows before it is written`() throws {
        #expect(try unread { _, items in shelf.library.mark(items[0], read: true) } == ["b", "c"])
    }

    @Test func `the later of two marks on an item shows`() throws {
        let unread = try unread { listing, items in
            shelf.library.markAllRead(in: listing)
            shelf.library.mark(items[1], read: false)
        }
        #expect(unread == ["b"])
    }

    @Test(arguments: Listing.Order.allCases)
    func `an item marked read isn't in a new list of unread items before the mark is written`(
        order: Listing.Order
    ) throws {
        let items = try shelf.items()
        for scope in [Listing.Scope.all, .feed(try shelf.feed().id)] {
            var listing = try shelf.library.listing(scope, unreadOnly: true, order: order)
            #expect(try titles(listing).sorted() == ["a", "b", "c"])
            try withoutWriting {
                shelf.library.mark(.item(items[0].id), .read)
                listing = try shelf.library.listing(scope, unreadOnly: true, order: order)
                #expect(try titles(listing).sorted() == ["b", "c"])
            }
            // The report of the mark comes later.
            listing.record(.read, of: [items[0].id])
            #expect(try titles(listing).sorted() == ["b", "c"])
            shelf.library.mark(items[0], read: false)
            shelf.library.drain()
        }
    }

    @Test func `items being deleted leave room for others that match a filter`() throws {
        let items = try shelf.items()
        try withoutWriting { () throws in
            shelf.library.mark(.item(items[0].id), .deleted)
            #expect(try shelf.library.items(matching: Filter("is:unread"), limit: 2) == Array(items[1...]))
        }
    }

    @Test func `items that are all being marked read aren't searched for unread ones`() throws {
        let library = shelf.library
        try shelf.store((1...3000).map { ParsedItem("\($0)", hoursAgo: Double($0)) })
        let listings = try [Listing.Scope.all, .feed(shelf.feed().id)].map { try library.listing($0) }
        let items = try library.items(of: listings[0], limit: .max)
        try withoutWriting { () throws in
            let all = try library.queries { _ = try library.unreadItems(of: listings[0], limit: .max) }
            library.mark(.listing(listings[0]), .read)
            for listing in listings {
                let some = try library.queries { () throws in
                    #expect(try library.unreadItems(of: listing, limit: 1) == [])
                    #expect(try library.lastUnreadItem(of: listing) == nil)
                    #expect(try library.unreadItem(of: listing, nextTo: items[9], forward: true) == nil)
                }
                // Each looks at the first of 60 pages, and at what is behind the mark.
                #expect(!some.isEmpty && some.count < all.count / 10, "\(some.count) of \(all.count) queries")
            }
            library.mark(items[2000], read: false)
            for listing in listings { #expect(try library.unreadItems(of: listing, limit: 2) == [items[2000]]) }
        }
    }

    @Test func `lists are filled as several pending marks will leave them`() throws {
        let items = try shelf.items()
        let library = shelf.library
        try withoutWriting {
            library.markAllRead(in: try library.listing(.all))
            library.mark(items[1], read: false)
            library.mark(.item(items[2].id), .starred)
            #expect(try titles(library.listing(.all, unreadOnly: true)) == [items[1].title])
            #expect(try titles(library.listing(.starred)) == [items[2].title])
            #expect(try titles(library.listing(.all, order: .unreadFirst)).first == items[1].title)
            library.mark(.item(items[1].id), .deleted)
            #expect(try titles(library.listing(.all, unreadOnly: true)) == [])
            #expect(try titles(library.listing(.all)).count == 2)
        }
        #expect(try titles(library.listing(.all, unreadOnly: true)) == [])
    }

    @Test func `a written mark is no longer pending`() throws {
        let items = try shelf.items()
        shelf.library.mark(items[0], read: true)
        shelf.library.drain()
        let other = try Shelf(sharing: shelf)
        other.library.mark(items[0], read: false)
        other.library.drain()
        #expect(try shelf.library.items(of: Listing(shelf.feed()), limit: 10).allSatisfy { !$0.isRead })
    }

    @Test(arguments: Listing.Order.allCases)
    func `pages are full even if many of their items are being deleted`(
        order: Listing.Order
    ) throws {
        let library = shelf.library
        try shelf.store((1...60).map { ParsedItem("\($0)", hoursAgo: Double($0)) })
        let listing = try library.listing(.all, order: order)
        let all = try library.items(of: listing, limit: .max)
        try withoutWriting { () throws in
            library.mark(.between(listing.key(of: all[3]), listing.key(of: all[30]), listing), .deleted)
            library.mark(.items(ItemSet(all[31...40].map(\.id))), .deleted)
            for item in all[41...50] { library.mark(.item(item.id), .deleted) }
            let rest = Array(all[..<3] + all[51...])
            #expect(try library.items(of: listing, limit: 8) == Array(rest.prefix(8)))
            #expect(try library.items(of: listing, before: nil, limit: 14) == Array(rest.suffix(14)))
            #expect(try library.items(of: listing, after: all[20], limit: 2) == Array(all[51...52]))
            #expect(try library.items(of: listing, before: listing.key(of: all[35]), limit: 2) == Array(all[1...2]))
            library.mark(.listing(listing), .deleted)
            #expect(try library.items(of: listing, limit: 8) == [])
            #expect(try library.items(of: listing, before: nil, limit: 8) == [])
        }
    }
}

extension Library {
    /// The queries that the library makes on this thread. Nobody else may read meanwhile: each takes the reading connection
    /// that was used last.
    fileprivate func queries(_ act: () throws -> Void) throws -> [String] {
        let asked = Record<String>()
        try read { $0.trace { sql, _ in asked.add(sql) } }
        try act()
        try read { $0.trace(nil) }
        return asked.entries.filter { $0.hasPrefix("SELECT") }
    }
}

@Suite struct CountTests {
    private let shelf: Shelf

    init() throws {
        shelf = try Shelf(feeds: 2)
        try shelf.store((1...10).map { ParsedItem("a\($0)") }, in: 1)
        try shelf.store((1...5).map { ParsedItem("b\($0)") }, in: 2)
    }

    @Test func `new items count as unread`() throws {
        try expectCounts((10, 10), (5, 5))
    }

    @Test func `an item marked twice counts once`() throws {
        try shelf.mark("a1")
        try shelf.mark("a1")
        try expectCounts((9, 10), (5, 5))
        try shelf.mark("a1", read: false)
        try shelf.mark("a1", read: false)
        try expectCounts((10, 10), (5, 5))
    }

    @Test func `an item that another process marked already counts once`() throws {
        let item = try shelf.items()[0]
        shelf.library.mark(item, read: true)
        shelf.library.mark(item, read: true)
        shelf.library.drain()
        try expectCounts((9, 10), (5, 5))
    }

    @Test func `a refresh adds its new items to the counts, even if others were read`() throws {
        try shelf.mark("a1")
        try shelf.store((1...10).map { ParsedItem("a\($0)", text: "changed") } + [ParsedItem("a11")], in: 1)
        try expectCounts((10, 11), (5, 5))
    }

    @Test func `after marking all read, only later items count as unread`() throws {
        try shelf.mark("b1")
        shelf.library.markAllRead(in: Listing(try shelf.feed(2)))
        try shelf.store(ParsedItem("b6"), in: 2)
        try expectCounts((10, 10), (1, 6))
    }

    /// Expects both feeds' stored counts of unread and all items, which must equal the counted ones.
    private func expectCounts(
        _ expected: (unread: Int, total: Int)..., location: SourceLocation = #_sourceLocation
    ) throws {
        for (number, expected) in zip(1..., expected) {
            let feed = try shelf.feed(number)
            let items = try shelf.items(in: number)
            #expect((feed.unread, feed.total) == expected, sourceLocation: location)
            #expect((items.count { !$0.isRead }, items.count) == expected, sourceLocation: location)
        }
    }
}

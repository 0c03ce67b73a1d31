import FeedParser
import Foundation
import TestSupport
import Testing

@testable import Library

@Suite struct PageTests {
    private let shelf: Shelf

    /// Thirty items, many of them with the same date, and some with fractions of a second.
    init() throws {
        shelf = try Shelf(feeds: 2)
        try shelf.store((0..<30).map { ParsedItem("\($0)", hoursAgo: Double($0 % 4) / 7) }, in: 1)
        try shelf.store([ParsedItem("of another feed")], in: 2)
    }

    @Test(arguments: [1, 2, 7, 29, 30, 31])
    func `pages contain every item once and in order`(size: Int) throws {
        #expect(try pages(of: Listing(shelf.feed()), by: size) == shelf.items())
    }

    @Test func `items with the same date keep their order in the document`() throws {
        #expect(
            try shelf.titles() == [0, 1, 2, 3].flatMap { first in stride(from: first, to: 30, by: 4).map { "\($0)" } })
    }

    @Test func `pages contain the listed items, even if new items are stored between them`() throws {
        let before = try shelf.items()
        let listing = Listing(try shelf.feed())
        let pages = try pages(of: listing, by: 7) { page in
            try shelf.store(ParsedItem("top \(page)", hoursAgo: 0), ParsedItem("bottom \(page)", hoursAgo: 100))
        }
        #expect(pages == before)
        #expect(try shelf.items().count == 40)
    }

    @Test func `the list of an empty feed stays empty`() throws {
        try shelf.library.subscribe(to: [Shelf.url(3)])
        let listing = Listing(try shelf.feed(3))
        try shelf.store(ParsedItem("news"), in: 3)
        #expect(try shelf.library.items(of: listing, limit: 10) == [])
    }

    @Test func `a limit applies to the items of all feeds, newest first`() throws {
        #expect(try shelf.library.items(unreadOnly: false, limit: 2).map(\.title) == ["of another feed", "0"])
    }

    /// All items of a list, read page by page, with an action after each page.
    private func pages(
        of listing: Listing, by size: Int, afterEach: (Int) throws -> Void = { _ in }
    ) throws -> [Item] {
        var items: [Item] = []
        for number in 0..<100 {
            let page = try shelf.library.items(of: listing, after: items.last, limit: size)
            if page.isEmpty { break }
            items += page
            try afterEach(number)
        }
        return items
    }
}

@Suite struct `The item in a row` {
    @Test(arguments: Listing.Order.allCases, [false, true])
    func `the item in a row is the one that pages have there`(order: Listing.Order, isUnreadOnly: Bool) throws {
        let shelf = try Shelf(feeds: 3)
        for feed in 1...3 {
            let items = (1...40).map { number in
                ParsedItem(
                    id: "\(feed) \(number)", title: "\(number)",
                    published: Date(timeIntervalSince1970: Double(number * 100 + feed * 7 % 50)))
            }
            try shelf.store(items, in: feed)
        }
        let library = shelf.library
        let read = try library.items(unreadOnly: false, limit: 200).enumerated().filter { $0.offset % 3 == 0 }
        library.mark(.items(ItemSet(read.map(\.element.id))), .read)
        library.drain()
        let filter = try Filter("title =~ \"[1-3]$\"")
        for scope in [Listing.Scope.all, .feed(try shelf.feed(2).id)] {
            let listing = try library.listing(scope, unreadOnly: isUnreadOnly, order: order)
            for listing in [listing, try library.listing(listing, matching: filter)] {
                let items = try library.items(of: listing, limit: 500)
                #expect(try items.indices.map { try library.item(inRow: $0, of: listing)?.id } == items.map(\.id))
                #expect(try library.item(inRow: items.count, of: listing) == nil)
                #expect(
                    try items.indices.map { try library.item($0, behind: items[0], in: listing).id } == items.map(\.id))
                #expect(try library.item(500, behind: items[3], in: listing).id == items.last?.id)
            }
        }
    }
}

@Suite struct DateTests {
    private let shelf: Shelf

    init() throws { shelf = try Shelf() }

    @Test func `items are sorted by date, newest first`() throws {
        try shelf.store(
            ParsedItem("middle", hoursAgo: 2), ParsedItem("oldest", hoursAgo: 3), ParsedItem("newest", hoursAgo: 1))
        #expect(try shelf.titles() == ["newest", "middle", "oldest"])
    }

    @Test func `items without dates keep their order in the document`() throws {
        try shelf.store(ParsedItem("first"), ParsedItem("second"), ParsedItem("third"))
        #expect(try shelf.titles() == ["first", "second", "third"])
    }

    @Test func `new items without dates stand above older ones`() throws {
        try shelf.store(ParsedItem("first"), ParsedItem("second"))
        try shelf.store(ParsedItem("new"), ParsedItem("first"), ParsedItem("second"), at: .noon + 3600)
        #expect(try shelf.titles() == ["new", "first", "second"])
    }

    @Test func `a date in the future becomes the time of the refresh`() throws {
        try shelf.store(ParsedItem("to come", hoursAgo: -24 * 365))
        #expect(try shelf.items().map(\.date) == [.noon])
    }

    @Test func `an item with only an update date is sorted by that`() throws {
        try shelf.store(ParsedItem(id: "1", updated: .noon - 60))
        #expect(try shelf.items().map(\.date) == [.noon - 60])
    }

    @Test(arguments: [-62_135_596_800, -1, 0, 0.1, 978_307_199.999, 1_700_000_000.123456])
    func `dates are stored to the millisecond`(seconds: Double) throws {
        let date = Date(timeIntervalSince1970: seconds)
        try shelf.store(ParsedItem(id: "1", published: date))
        let stored = try #require(try shelf.items().first).date
        #expect(abs(stored.timeIntervalSince(date)) <= 0.0005)
    }
}

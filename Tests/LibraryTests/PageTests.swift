import FeedParser
import Foundation
import Library
import Testing

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

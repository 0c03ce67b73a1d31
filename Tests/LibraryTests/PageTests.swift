import FeedParser
import Foundation
import Library
import Testing

@Suite struct PageTests {
    private let shelf: Shelf

    /// Thirty items of which many have the same date, and some one with a fraction.
    init() throws {
        shelf = try Shelf(feeds: 2)
        try shelf.store((0..<30).map { ParsedItem("\($0)", hoursAgo: Double($0 % 4) / 7) }, in: 1)
        try shelf.store([ParsedItem("of another feed")], in: 2)
    }

    @Test(arguments: [1, 2, 7, 29, 30, 31])
    func `pages give every item once and in order`(size: Int) throws {
        #expect(try pages(of: Listing(shelf.feed()), by: size) == shelf.items())
    }

    @Test func `items of one date stand in the order of the document`() throws {
        #expect(
            try shelf.titles() == [0, 1, 2, 3].flatMap { first in stride(from: first, to: 30, by: 4).map { "\($0)" } })
    }

    @Test func `pages hold what the listing held while news is stored between them`() throws {
        let before = try shelf.items()
        let listing = Listing(try shelf.feed())
        let pages = try pages(of: listing, by: 7) { page in
            try shelf.store(ParsedItem("top \(page)", hoursAgo: 0), ParsedItem("bottom \(page)", hoursAgo: 100))
        }
        #expect(pages == before)
        #expect(try shelf.items().count == 40)
    }

    @Test func `the listing of an empty feed holds nothing, also later`() throws {
        try shelf.library.subscribe(to: [Shelf.url(3)])
        let listing = Listing(try shelf.feed(3))
        try shelf.store(ParsedItem("news"), in: 3)
        #expect(try shelf.library.items(of: listing, limit: 10) == [])
    }

    @Test func `a limit bounds the items of all feeds, the newest of which come first`() throws {
        #expect(try shelf.library.items(unreadOnly: false, limit: 2).map(\.title) == ["of another feed", "0"])
    }

    /// All items of a listing, read page by page, with something done after each.
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

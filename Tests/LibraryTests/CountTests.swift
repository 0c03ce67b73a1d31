import FeedParser
import Library
import Testing

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

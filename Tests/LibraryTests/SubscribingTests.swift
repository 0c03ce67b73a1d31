import FeedParser
import Library
import Testing

@Suite struct SubscribingTests {
    private let shelf: Shelf

    init() throws { shelf = try Shelf(feeds: 2) }

    @Test(arguments: [["c"], ["b", "a"], ["c", "b", "a"], []])
    func `the feeds are those of the list, in its order`(urls: [String]) throws {
        try shelf.library.subscribe(to: ["a", "b"])
        try shelf.library.subscribe(to: urls)
        #expect(try shelf.library.feeds().map(\.url) == urls)
    }

    @Test func `a URL that is in the list twice is one feed`() throws {
        try shelf.library.subscribe(to: ["a", "b", "a"])
        #expect(try shelf.library.feeds().count == 2)
    }

    @Test func `a feed that was never fetched is named by its URL, and is empty`() throws {
        let feed = try shelf.feed()
        #expect(feed.name == Shelf.url(1))
        #expect((feed.unread, feed.total, feed.newestItem, feed.fetching.lastSuccess) == (0, 0, nil, nil))
    }

    @Test func `a feed that leaves the list is hidden with its items`() throws {
        try shelf.store(ParsedItem("hidden"), in: 1)
        try shelf.store(ParsedItem("shown"), in: 2)
        try shelf.library.subscribe(to: [Shelf.url(2)])
        #expect(try shelf.library.feeds().map(\.url) == [Shelf.url(2)])
        #expect(try shelf.unreadTitles() == ["shown"])
    }

    @Test func `a feed that returns has kept its number, items and marks`() throws {
        try shelf.store(ParsedItem("read"), ParsedItem("unread"))
        try shelf.mark("read")
        let before = try shelf.feed()
        try shelf.library.subscribe(to: [])
        try shelf.library.subscribe(to: [Shelf.url(1)])
        #expect(try shelf.feed() == before)
        #expect(try shelf.items().map(\.isRead) == [true, false])
    }

    @Test func `a refresh that ends after its feed was removed still stores the items`() throws {
        let feed = try shelf.feed()
        try shelf.library.subscribe(to: [])
        let document = ParsedFeed(format: .rss20, items: [ParsedItem("late")])
        _ = try shelf.library.store(document, etag: nil, lastModified: nil, for: feed.id, at: .noon)
        try shelf.library.subscribe(to: [Shelf.url(1)])
        #expect(try shelf.titles() == ["late"])
    }
}

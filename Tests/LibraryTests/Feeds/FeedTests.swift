import FeedParser
import Foundation
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

/// What the library knows about a feed, and what the user changes.
@Suite struct FeedTests {
    private let shelf: Shelf
    private let library: Library

    init() throws {
        shelf = try Shelf(feeds: 2)
        library = shelf.library
    }

    @Test func `a feed gets title, site and description from its document`() throws {
        let document = ParsedFeed(
            format: .rss20, title: "News", link: "https://example.org/", description: "What is new",
            image: "https://example.org/logo.png")
        _ = try library.store(document, etag: nil, lastModified: nil, for: shelf.feed().id, at: .noon)
        let details = try shelf.details()
        #expect(try shelf.feed().title == "News")
        #expect((details.site, details.description) == ("https://example.org/", "What is new"))
        #expect(details.image == "https://example.org/logo.png")
    }

    @Test func `the user's title for a feed is used everywhere, even in articles`() throws {
        try shelf.store(ParsedItem("a"))
        try library.rename(shelf.feed().id, to: "Mine")
        library.drain()
        #expect(try (shelf.feed().name, shelf.feed().title) == ("Mine", "Feed 1"))
        #expect(try library.article(shelf.items()[0].id)?.feedName == "Mine")
        try library.rename(shelf.feed().id, to: nil)
        library.drain()
        #expect(try shelf.feed().name == "Feed 1")
    }

    @Test func `following the urls file sets groups and hidden feeds`() throws {
        let subscriptions = [
            Subscription(Shelf.url(1), folder: "code/swift", isHidden: true), Subscription(Shelf.url(2))
        ]
        try library.follow(subscriptions)
        #expect(try library.feeds().map(\.folder) == ["code/swift", nil])
        #expect(try library.feeds().map(\.isHidden) == [true, false])
        #expect(try library.isFollowing(subscriptions))
        #expect(try !library.isFollowing([Subscription(Shelf.url(1)), Subscription(Shelf.url(2))]))
    }

    @Test func `a followed file counts as followed until one of its feeds is changed elsewhere`() throws {
        let file = try #require(FollowedFile(Array("the urls file".utf8)))
        let subscriptions = [Subscription(Shelf.url(1), tags: ["news"]), Subscription(Shelf.url(2))]
        #expect(try !library.isFollowing(file))
        for change in [rename, leave, move, tag, restart] {
            try library.follow(subscriptions, of: file)
            library.drain()
            #expect(try library.isFollowing(file) && library.isFollowing(subscriptions))
            #expect(try !library.isFollowing(#require(FollowedFile(Array("another".utf8)))))
            try change()
            #expect(try library.isFollowing(file) == library.isFollowing(subscriptions))
        }
    }

    private func rename() throws {
        try library.rename(shelf.feed().id, to: "Mine")
        library.drain()
    }

    private func leave() throws {
        try library.unsubscribe([shelf.feed().id])
        library.drain()
    }

    private func move() throws { _ = try library.move(shelf.feed().id, to: Shelf.url(7)) }

    private func tag() throws { try library.follow([Subscription(Shelf.url(1)), Subscription(Shelf.url(2))]) }

    /// After changes that don't concern feeds, the file still counts as followed.
    private func restart() throws {
        try shelf.store(ParsedItem("a"))
        try shelf.mark("a")
        #expect(try Library(path: shelf.path).isFollowing(#require(FollowedFile(Array("the urls file".utf8)))))
    }

    @Test func `a change that fails in the urls file isn't made in the library`() throws {
        struct Trouble: Error {}
        let feed = try shelf.feed().id
        let fails: @Sendable () throws -> Void = { throw Trouble() }
        #expect(throws: Trouble.self) { try library.rename(feed, to: "Mine", place: fails) }
        #expect(throws: Trouble.self) { try library.unsubscribe([feed], place: fails) }
        #expect(throws: Trouble.self) { try library.move(feed, to: Shelf.url(7), place: fails) }
        #expect(try library.feeds().map(\.name) == [Shelf.url(1), Shelf.url(2)])
        #expect(try library.journal(limit: 1).isEmpty)
    }

    @Test func `a file counts as followed even if its feeds were followed before`() throws {
        let file = try #require(FollowedFile(Array("the urls file".utf8)))
        let subscriptions = [Subscription(Shelf.url(1)), Subscription(Shelf.url(2))]
        try library.follow(subscriptions)
        #expect(try !library.isFollowing(file))
        try library.follow(subscriptions, of: file)
        library.drain()
        #expect(try library.isFollowing(file))
    }

    @Test func `following an outdated urls file doesn't undo another process's edit`() throws {
        let feed = try shelf.feed()
        let before = FollowedList([Subscription(Shelf.url(1)), Subscription(Shelf.url(2))])
        let after = FollowedList([Subscription(Shelf.url(7), tags: ["news"]), Subscription(Shelf.url(2))])
        #expect(try Shelf(sharing: shelf).library.move(feed.id, to: Shelf.url(7)))
        try library.follow(before) { after }
        #expect(try library.feeds().map(\.url) == [Shelf.url(7), Shelf.url(2)])
        #expect(try library.feed(feed.id)?.tags == ["news"])
    }

    @Test func `following the urls file sets the user's titles and tags, and removes them`() throws {
        try library.follow([Subscription(Shelf.url(1), ownTitle: "Mine", tags: ["news", "code", "news"])])
        #expect(try library.feeds().map(\.name) == ["Mine"])
        #expect(try library.feeds().map(\.tags) == [["code", "news"]])
        try library.follow([Subscription(Shelf.url(1), tags: ["code"])])
        #expect(try library.feeds().map(\.ownTitle) == [nil])
        #expect(try library.feeds().map(\.tags) == [["code"]])
    }

    @Test func `following only URLs leaves titles and tags alone`() throws {
        try library.follow([Subscription(Shelf.url(1), ownTitle: "Mine", tags: ["news"])])
        try library.subscribe(to: [Shelf.url(3), Shelf.url(1)])
        #expect(try shelf.feed().ownTitle == "Mine")
        #expect(try shelf.feed().tags == ["news"])
    }

    @Test func `a feed that moves keeps its items, marks and title`() throws {
        try shelf.store(ParsedItem("a"), ParsedItem("b"))
        try shelf.mark("a")
        try library.rename(shelf.feed().id, to: "Mine")
        let feed = try shelf.feed().id
        #expect(try library.move(feed, to: Shelf.url(7)))
        let moved = try shelf.feed(7)
        #expect((moved.id, moved.name, moved.unread) == (feed, "Mine", 1))
        #expect(try shelf.store(ParsedItem("a"), ParsedItem("b"), in: 7).new == 0)
    }

    @Test func `a feed that has moved doesn't send the old server's validators`() throws {
        let feed = try shelf.feed().id
        _ = try library.store(ParsedFeed(format: .rss20), etag: "v1", lastModified: "today", for: feed, at: .noon)
        #expect(try library.move(feed, to: Shelf.url(7)))
        #expect(try (shelf.details(7).etag, shelf.details(7).lastModified) == (nil, nil))
    }

    @Test func `a feed can move back even if the old urls file was followed again`() throws {
        try shelf.store(ParsedItem("kept"))
        let feed = try shelf.feed()
        #expect(try library.move(feed.id, to: Shelf.url(7)))
        // As a command does that read the file just before.
        try library.subscribe(to: [Shelf.url(1), Shelf.url(2)])
        try library.subscribe(to: [Shelf.url(7), Shelf.url(2)])
        #expect(try library.move(feed.id, to: Shelf.url(1)))
        #expect(try (shelf.feed().id, shelf.feed().unread) == (feed.id, 1))
    }

    @Test func `a feed can't move to the URL of a removed feed with items`() throws {
        try shelf.store(ParsedItem("kept"), in: 2)
        try library.subscribe(to: [Shelf.url(1)])
        #expect(try !library.move(shelf.feed(1).id, to: Shelf.url(2)))
        try library.subscribe(to: [Shelf.url(1), Shelf.url(2)])
        #expect(try shelf.feed(2).unread == 1)
    }

    @Test func `a feed can't move to another feed's URL`() throws {
        #expect(try !library.move(shelf.feed(1).id, to: Shelf.url(2)))
        #expect(try library.feeds().map(\.url) == [Shelf.url(1), Shelf.url(2)])
    }

    @Test func `a feed's history counts its items by day`() throws {
        try shelf.store(
            ParsedItem("a", hoursAgo: 0), ParsedItem("b", hoursAgo: 24), ParsedItem("c", hoursAgo: 24),
            ParsedItem("d", hoursAgo: 24 * 30))
        try shelf.store(ParsedItem("a", text: "changed", hoursAgo: 0), ParsedItem("e", hoursAgo: 24))
        let feed = try shelf.feed().id
        #expect(try library.history(of: feed, days: 4, until: .noon) == [0, 0, 3, 1])
        #expect(try library.history(of: feed, days: 31, until: .noon).reduce(0, +) == 5)
        #expect(try library.history(of: shelf.feed(2).id, days: 2, until: .noon) == [0, 0])
    }
}

import Configuration
import FeedParser
import Foundation
import Signals
import Subscriptions
import TestSupport
import Testing
import Typesetting

@testable import Library
@testable import ViewModels

@MainActor @Suite struct `The last screen` {
    private let test: TestLibrary

    init() throws {
        test = try TestLibrary(items: 1000)
        try test.home.write(urls: ["https://example.org/feed"])
    }

    private func reader(_ config: Config = Config()) -> ReaderModel { test.start(config) }

    @Test func `the next start continues where the user was`() async throws {
        let reader = reader()
        reader.perform(.open)
        for _ in 1...500 { reader.perform(.down) }
        reader.perform(.open)
        reader.navigation.fitPanes(columns: 200)
        reader.panes.setWidth(of: .feeds, to: 33)
        reader.leave()
        let next = self.reader()
        #expect(next.backStack.path == [.feeds, .items, .article])
        #expect(next.items.selected?.title == "Item 500")
        #expect(next.article.open?.item.title == "Item 500")
        #expect(next.panes.widths.feeds == 33)
        let row = next.items.cursor.row
        try await next.items.loaded.$offset.waitUntil { $0 + row == 500 }
        next.perform(.back)
        next.perform(.down)
        #expect(next.items.selected?.title == "Item 499")
    }

    @Test func `the next start shows a feed's list even if the feed has no row any more`() throws {
        let config = Config(Array("show-read-feeds no".utf8), path: "config")
        let reader = reader(config)
        reader.feeds.choose(test.feed)
        reader.perform(.open)
        reader.perform(.markFeedRead)
        reader.leave()
        let next = self.reader(config)
        #expect(next.feeds.entries.allSatisfy { $0.feed == nil })
        #expect(next.screen == .items && next.items.source?.feed == test.feed)
    }

    @Test(arguments: [true, false])
    func `the next start shows a list of links, of an article or a row, on the same link`(isRead: Bool) throws {
        try storeLinks()
        let reader = reader()
        reader.perform(.open)
        if isRead { reader.perform(.open) }
        for key in [ViewModels.Operation.showLinks, .down, .down] { reader.perform(key) }
        reader.leave()
        let next = self.reader()
        #expect(next.backStack.path == [.feeds, .items] + (isRead ? [.article] : []) + [.links])
        #expect(next.screens.links.list.selected?.address == "https://example.org/page/3")
        next.perform(.back)
        #expect(next.screen == (isRead ? .article : .items) && next.items.selected?.title == "Links")
        next.leave()
        #expect(self.reader().screen == next.screen)
    }

    @Test func `the next start shows a list of links over search results before they are found again`() async throws {
        try storeLinks()
        let reader = reader()
        reader.perform(.search)
        reader.session.edit { $0.insert("is:unread") }
        try await reader.items.$source.waitUntil { $0?.narrowing == "is:unread" }
        reader.session.submitPrompt()
        reader.items.choose(try test.library.items(unreadOnly: false, limit: 1)[0].id)
        for key in [ViewModels.Operation.showLinks, .down] { reader.perform(key) }
        reader.leave()
        let next = self.reader()
        #expect(next.screens.links.list.selected?.address == "https://example.org/page/2" && !next.items.isFound)
        try await next.items.$source.waitUntil { $0?.narrowing == "is:unread" }
        next.perform(.back)
        #expect(next.screen == .items && next.items.selected?.title == "Links")
    }

    private func storeLinks() throws {
        let links = (1...5).map { "<a href='https://example.org/page/\($0)'>\($0)</a>" }.joined(separator: ", ")
        let item = ParsedItem(title: "Links", published: Date(), content: "<p>Pages: \(links)</p>")
        let document = ParsedFeed(format: .rss20, title: "Feed", items: [item])
        _ = try test.library.store(document, etag: nil, lastModified: nil, for: test.feed, at: Date())
    }

    @Test func `the next start shows the list of failures, on the same feed while it is listed`() throws {
        try test.home.write(urls: ["https://a.example/", "https://example.org/feed"])
        let reader = reader()
        for feed in try test.library.feeds() {
            _ = test.library.store([Fetched(.failed("No answer", .server), for: feed.id, at: Date())])
        }
        reader.feeds.reload()
        for key in [ViewModels.Operation.open, .showFailures, .end] { reader.perform(key) }
        #expect(reader.failures.selected?.id == test.feed)
        reader.leave()
        let next = self.reader()
        #expect(next.backStack.path == [.feeds, .items, .failures] && next.failures.selected?.id == test.feed)
        let mended = FetchOutcome<ParsedFeed>.document(ParsedFeed(format: .rss20))
        _ = test.library.store([Fetched(mended, for: test.feed, at: Date())])
        #expect(self.reader().backStack.path == [.feeds, .items])
    }

    @Test func `the next start shows at once what the last weeks brought`() async throws {
        let today = ParsedFeed(format: .rss20, items: [ParsedItem(title: "Today's", published: Date())])
        _ = try test.library.store(today, etag: nil, lastModified: nil, for: test.feed, at: Date())
        let reader = reader()
        #expect(reader.feeds.weeks.isEmpty)
        reader.feeds.reload()
        try await reader.feeds.$weeks.waitUntil { !$0.isEmpty }
        reader.leave()
        #expect(self.reader().feeds.weeks == reader.feeds.weeks)
    }

    @Test func `the counts of weeks are dropped if another program wrote the file`() {
        for text in ["", "1", "1 2 3 4", "1 2 3\n4 5 6 7 8 9 ten 11\n", "1 2 99999999999999999999\n", "1 2 3"] {
            #expect(FeedHistory(Array(text.utf8)) == nil, "\(text)")
        }
        #expect(FeedHistory(Array("1 2 3\n4 5 6 7 8 9 10 11\n".utf8))?.weeks == [FeedID(4): [5, 6, 7, 8, 9, 10, 11]])
    }

    @Test func `the next start has the cursors in their places on the screen`() throws {
        let reader = reader()
        reader.feeds.fit(20)
        reader.perform(.open)
        reader.items.fit(20)
        for _ in 1...30 { reader.perform(.down) }
        for _ in 1...4 { reader.perform(.up) }
        #expect(reader.items.cursor.rowsAbove == 15)
        reader.leave()
        let next = self.reader()
        next.leave()
        let third = self.reader()
        third.items.fit(20)
        #expect(third.items.selected?.title == "Item 974" && third.items.cursor.rowsAbove == 15)
    }

    @Test func `the next start has the cursor in its place in a filtered list`() async throws {
        let reader = reader()
        reader.perform(.open)
        reader.items.fit(20)
        try reader.navigation.filter(by: "title =~ \"5\"")
        try await reader.items.$source.waitUntil { $0?.narrowing != nil }
        for _ in 1...30 { reader.perform(.down) }
        for _ in 1...9 { reader.perform(.up) }
        let (item, above) = (reader.items.selected?.id, reader.items.cursor.rowsAbove)
        reader.leave()
        let next = self.reader()
        next.items.fit(20)
        try await next.items.$source.waitUntil { $0?.narrowing != nil }
        #expect(next.items.selected?.id == item && next.items.cursor.rowsAbove == above && above == 10)
    }

    @Test func `the next start shows the last article beside the list, once there is room`() async throws {
        let reader = reader()
        reader.perform(.open)
        reader.perform(.open)
        reader.perform(.back)
        reader.leave()
        let next = self.reader()
        #expect(next.screen == .items && next.article.open == nil)
        next.navigation.fitPanes(columns: 80)
        next.leave()
        let third = self.reader()
        third.navigation.fitPanes(columns: 200)
        try await third.article.$open.waitUntil { $0?.item.title == "Item 1000" }
        #expect(third.screen == .items)
    }

    @Test func `the next start has the same groups collapsed and the same pane zoomed`() throws {
        try test.home.write(urls: ["#: group code", "https://example.org/feed"])
        let reader = reader()
        reader.navigation.fitPanes(columns: 200)
        reader.perform(.toggleFold)
        reader.perform(.open)
        reader.perform(.zoom)
        #expect(reader.feeds.folded == ["code"] && reader.screen == .items)
        reader.leave()
        let next = self.reader()
        next.navigation.fitPanes(columns: 200)
        #expect(next.feeds.folded == ["code"])
        #expect(next.panes.arrangement.slots.map(\.pane) == [.items])
    }

    @Test func `the next start has lists arranged as they were, unless the config file has changed`() throws {
        let reader = reader()
        reader.perform(.toggleShowRead)
        reader.actions.settings.set(.articleSortOrder, to: "title")
        reader.leave()
        let next = self.reader()
        #expect(!next.feeds.showsRead && next.items.currentOrder == .title)
        next.leave()
        let config = Config(Array("article-sort-order oldest".utf8), path: "config")
        let third = self.reader(config)
        #expect(!third.feeds.showsRead && third.items.currentOrder == .oldest)
        third.perform(.toggleShowRead)
        third.leave()
        #expect(self.reader().feeds.showsRead)
    }

    @Test func `the next start lists the same tag and filter of feeds`() throws {
        try test.home.write(urls: ["https://a.example/ news", "https://b.example/ news", "https://c.example/"])
        let reader = reader()
        reader.actions.arranging.showTag("news")
        reader.feeds.narrow(to: "b.ex")
        reader.leave()
        let next = self.reader()
        #expect(next.feeds.tag == "news" && next.feeds.narrowing?.text == "b.ex")
        #expect(next.feeds.selected?.url == "https://b.example/")
        next.perform(.back)
        #expect(next.feeds.entries.compactMap(\.feed?.url) == ["https://a.example/", "https://b.example/"])
        try test.home.write(urls: ["https://a.example/", "https://c.example/"])
        let last = self.reader()
        #expect(last.feeds.tag == nil && last.feeds.narrowing == nil)
        #expect(last.feeds.entries.compactMap(\.feed).count == 2)
    }

    @Test func `with resume no, lede starts in the list of feeds`() throws {
        let reader = reader()
        reader.perform(.open)
        reader.leave()
        try test.home.write(config: "resume no\n")
        #expect(self.reader(Config.read(Paths(environment: test.home.environment))).screen == .feeds)
    }

    @Test func `the next start shows what is left if the rest is gone`() throws {
        let reader = reader()
        reader.perform(.open)
        reader.leave()
        try test.library.subscribe(to: [])
        try test.home.write(urls: [])
        #expect(self.reader().screen == .welcome)
    }

    @Test func `the last screen is read as it was written, and unknown lines do no harm`() {
        var screen = LastScreen()
        screen.screen = .article
        screen.tagOfFeeds = "two words"
        screen.narrowing = "is:unread b"
        screen.entry = .feed(FeedID(3), in: "a group/of it")
        screen.list = .query("Long reads")
        screen.tag = "to read"
        screen.words = "swift is:unread"
        screen.filter = "title =~ \"a b\""
        screen.item = ItemID(7)
        screen.link = 12
        screen.failed = FeedID(9)
        screen.isZoomed = true
        screen.widths = PaneWidths(feeds: 20, items: 50)
        screen.folded = ["code", "code/swift"]
        screen.arrangements = ["show-read-feeds no yes"]
        #expect(LastScreen(screen.text) == screen)
        let nonsense = "place help\nfeeds feed x\nitem\nlist\nfeeds-width -3\nlink \(Int.min)\nfuture thing\n\n"
        #expect(LastScreen(nonsense) == LastScreen())
        for smart in SmartFeed.allCases {
            screen.list = .smart(smart)
            #expect(LastScreen(screen.text) == screen)
        }
    }
}

/// Starts with a urls file that the library followed last time.
@MainActor @Suite struct `The first screen` {
    private let test: TestLibrary

    init() throws {
        test = try TestLibrary(items: 1)
    }

    @Test func `the first screen doesn't wait for a known urls file`() throws {
        let reader = try start(twice: ["https://example.org/feed ~Mine"])
        #expect(reader.feeds.all.map(\.name) == ["Mine"])
        #expect(reader.subscriptions.knownList.urls == [])
        #expect(reader.subscriptions.list.urls == ["https://example.org/feed"])
        #expect(reader.subscriptions.knownList.urls == ["https://example.org/feed"])
    }

    @Test func `the first screen hides hidden saved searches, and shows paused feeds`() throws {
        let reader = try start(twice: [
            "query:Seen:is:unread", "query:Unseen:is:unread !", "https://example.org/feed",
            "#: refresh no"
        ])
        #expect(reader.feeds.entries.map(\.name).contains("Seen"))
        #expect(!reader.feeds.entries.map(\.name).contains("Unseen"))
        #expect(reader.feeds.paused == ["https://example.org/feed"])
    }

    @Test func `the first screen has the feeds of a changed urls file`() throws {
        _ = try start(twice: ["https://example.org/feed"])
        try test.home.write(urls: ["https://example.org/feed", "https://example.net/"])
        #expect(test.start().feeds.all.map(\.url) == ["https://example.org/feed", "https://example.net/"])
    }

    @Test func `the first screen has saved searches that the library hasn't followed yet`() throws {
        try test.home.write(urls: ["query:News:is:unread"])
        let urls = UrlsFile(path: Paths(environment: test.home.environment).urls)
        _ = try urls.add([NewFeed(Address(typed: "https://example.org/feed"))], in: test.library)
        test.library.drain()
        #expect(try !test.library.isFollowing(urls.text()))
        #expect(test.start().feeds.entries.map(\.name).contains("News"))
    }

    private func start(twice urls: [String]) throws -> ReaderModel {
        try test.home.write(urls: urls)
        _ = test.start()
        test.library.drain()
        return test.start()
    }
}

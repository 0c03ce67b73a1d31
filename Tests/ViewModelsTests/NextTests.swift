import Configuration
import FeedParser
import Foundation
import Library
import Refresh
import Signals
import TestSupport
import Testing

@testable import ViewModels

/// Two feeds, “One” with three items and “Two” with two, the newest of each first.
@MainActor @Suite struct `Going on from item to item` {
    private let home: Home
    private let library: Library
    private let reader: ReaderModel
    private let requests = MutableProperty<[Request]>([])

    init() throws {
        home = try Home()
        library = try Library(path: home.path + "/library.db")
        let urls = ["https://one.example/", "https://two.example/"]
        try home.write(urls: urls)
        try library.subscribe(to: urls)
        for (feed, (name, count)) in zip(try library.feeds(), [("One", 3), ("Two", 2)]) {
            let items = (1...count).reversed().map { number in
                ParsedItem(
                    id: "\(number)", title: "\(name) \(number)", link: "https://example.org/\(name)/\(number)",
                    published: Date(timeIntervalSince1970: Double(number)), content: "<p>Text</p>")
            }
            _ = try library.store(
                ParsedFeed(format: .rss20, title: name, items: items), etag: nil, lastModified: nil, for: feed.id,
                at: Date())
        }
        reader = ReaderModel(
            library: library, refresher: Refresher(library: library, settings: RefreshSettings(userAgent: "test")),
            paths: Paths(environment: home.environment))
        reader.requests.onNext { [requests] in requests.value.append($0) }
        reader.items.fit(20)
        reader.article.fit(width: 80, height: 20)
        reader.feeds.choose(try library.feeds()[0].id)
    }

    private var opened: String? { reader.openArticle?.item.title }

    @Test func `opens what stands next in the list, and the one before`() {
        reader.perform(.open)
        reader.perform(.open)
        reader.perform(.next)
        #expect(opened == "One 2" && reader.items.selected?.title == "One 2")
        reader.perform(.previous)
        #expect(opened == "One 3")
        reader.perform(.previous)
        #expect(opened == "One 3" && reader.status == .done("This is the first item in the list"))
    }

    @Test func `goes on from the row of the article, wherever the cursor of the list beside has gone`() {
        reader.fitPanes(columns: 200)
        reader.perform(.open)
        reader.perform(.open)
        reader.perform(.switchFocusBack)
        reader.perform(.down)
        reader.perform(.down)
        #expect(reader.place == .items && reader.items.selected?.title == "One 1")
        reader.perform(.switchFocus)
        #expect(reader.place == .article && reader.items.selected?.title == "One 3")
        #expect(reader.chooseItem(inRow: 2))
        #expect(reader.items.selected?.title == "One 1")
        #expect(reader.openArticle.flatMap { reader.items.number(of: $0.item.id) } == 1)
        reader.perform(.nextUnread)
        #expect(opened == "One 2" && reader.items.selected?.title == "One 2")
        #expect(reader.chooseItem(inRow: 2))
        reader.perform(.previous)
        #expect(opened == "One 3")
    }

    @Test(arguments: [ViewModels.Operation.nextUnread, .next])
    func `begins in a list that the article is not of at its cursor`(
        _ operation: ViewModels.Operation
    ) throws {
        reader.fitPanes(columns: 200)
        reader.perform(.open)
        reader.perform(.open)
        reader.focus(on: .feeds)
        reader.perform(.down)
        reader.navigation.showChosenBeside()
        reader.focus(on: .article)
        #expect(reader.items.source?.name == "Two" && opened == "One 3")
        #expect(reader.openArticle.flatMap { reader.items.number(of: $0.item.id) } == nil)
        reader.perform(operation)
        #expect(opened == "Two 2")
        reader.perform(operation)
        #expect(opened == "Two 1")
    }

    @Test func `passes over what is read, and goes on in the next feed at the end`() {
        reader.perform(.open)
        reader.items.mark(reader.items.items[1], .read)
        reader.perform(.open)
        reader.perform(.nextUnread)
        #expect(opened == "One 1")
        reader.perform(.nextUnread)
        #expect(opened == "Two 2" && reader.items.source?.name == "Two" && reader.place == .article)
        reader.perform(.nextUnread)
        reader.perform(.nextUnread)
        #expect(opened == "Two 1" && reader.status == .done("No unread items here"))
    }

    @Test func `goes as many unread items and feeds on as is typed before, as far as there are so many`() {
        reader.perform(.open)
        reader.items.mark(reader.items.items[1], .read)
        reader.items.move { $0.move(to: 0) }
        for operation in [Operation.two, .nextUnread] { reader.perform(operation) }
        #expect(reader.items.selected?.title == "One 1" && reader.count == nil)
        for operation in [Operation.nine, .previousUnread] { reader.perform(operation) }
        #expect(reader.items.selected?.title == "One 3")
        reader.focus(on: .feeds)
        for operation in [Operation.nine, .nextFeed] { reader.perform(operation) }
        #expect(reader.feeds.selected?.name == "Two")
    }

    @Test func `stays in the feed where the person wants that`() {
        reader.session.config = Config(Array("goto-next-feed no".utf8), path: "config")
        reader.perform(.open)
        reader.perform(.markFeedRead)
        reader.perform(.nextUnread)
        #expect(reader.items.source?.name == "One")
        #expect(reader.status == .done("No unread items here"))
    }

    @Test func `turns the page with the same key until the end of the article`() {
        reader.perform(.open)
        reader.perform(.open)
        reader.article.fit(width: 80, height: 3)
        reader.perform(.readOn)
        #expect(opened == "One 3" && reader.article.page.top > 0)
        while !reader.article.isAtEnd { reader.perform(.readOn) }
        reader.perform(.readOn)
        #expect(opened == "One 2" && reader.article.page.top == 0)
    }

    @Test func `goes from feed to feed in the list of items`() {
        reader.perform(.open)
        reader.perform(.nextFeed)
        #expect(reader.items.source?.name == "Two" && reader.place == .items)
        reader.perform(.previousFeed)
        #expect(reader.items.source?.name == "One" && reader.feeds.selected?.name == "One")
    }

    @Test func `finds feeds with something unread from the list of feeds, round its end`() {
        reader.perform(.nextUnread)
        #expect(reader.feeds.selected?.name == "Two")
        reader.perform(.nextUnreadFeed)
        #expect(reader.feeds.selected?.name == "One")
        reader.perform(.previousUnread)
        #expect(reader.feeds.selected?.name == "Two")
    }

    @Test func `takes any that is unread, where the person likes to be surprised`() {
        reader.perform(.open)
        reader.items.mark(reader.items.items[0], .read)
        reader.items.mark(reader.items.items[2], .read)
        reader.perform(.randomUnread)
        #expect(reader.items.selected?.title == "One 2")
    }

    @Test func `shows the feed of an item that stands in another list`() throws {
        reader.feeds.cursor.move(to: 0)
        reader.perform(.open)
        reader.items.choose(try #require(reader.items.items.first { $0.title == "Two 1" }).id)
        reader.perform(.showFeedOfItem)
        #expect(reader.items.source?.name == "Two" && reader.items.selected?.title == "Two 1")
        #expect(reader.feeds.selected?.name == "Two" && reader.place == .items)
    }

    @Test func `goes to a row by words of its title`() throws {
        reader.perform(.open)
        reader.perform(.goToTitle)
        reader.edit { $0.insert("one 1") }
        reader.submitPrompt()
        #expect(reader.items.selected?.title == "One 1" && reader.prompt == nil)
    }

    @Test func `marks what stands above the cursor read, and not the row itself`() async throws {
        reader.perform(.open)
        reader.perform(.end)
        reader.perform(.markAboveRead)
        try await reader.items.loaded.$items.waitUntil { $0.map(\.isRead) == [true, true, false] }
    }

    @Test func `marks read what it opens in the browser, where that is asked`() throws {
        reader.perform(.open)
        reader.perform(.openAndMarkRead)
        let item = try #require(reader.items.selected)
        #expect(requests.value == [.browse("https://example.org/One/3", reading: item.id)] && !item.isRead)
        // Which it does once that went well.
        reader.noteBrowsed([item.id])
        #expect(reader.items.selected?.isRead == true)
    }

    @Test func `opens what is unread all together, but no more than the person wants`() async throws {
        reader.session.config = Config(Array("max-browser-tabs 2".utf8), path: "config")
        reader.perform(.open)
        reader.items.mark(reader.items.items[0], .read)
        reader.perform(.openAllUnreadAndMarkRead)
        let unread = reader.items.items.dropFirst().map(\.id)
        #expect(
            requests.value == [
                .browseEach(["https://example.org/One/2", "https://example.org/One/1"], reading: unread)
            ])
        reader.noteBrowsed(unread)
        #expect(reader.status == .done("Opened 2 items and marked them read (:undo to undo)"))
        try await reader.items.loaded.$items.waitUntil { $0.allSatisfy(\.isRead) }
    }

    @Test func `says how many it opened of those that there are`() {
        reader.session.config = Config(Array("max-browser-tabs 2".utf8), path: "config")
        reader.perform(.open)
        reader.perform(.openAllUnread)
        #expect(reader.status == .done("Opened 2 of 3 items"))
    }

    @Test func `does not come to the same feed by its row beneath another tag`() throws {
        try home.write(urls: ["https://one.example/ x y", "https://two.example/ y"])
        reader.followUrls()
        library.drain()
        reader.feeds.reload()
        reader.feeds.choose(try library.feeds()[0].id)
        reader.perform(.open)
        reader.perform(.nextFeed)
        #expect(reader.items.feed?.url == "https://two.example/")
        reader.perform(.nextFeed)
        #expect(reader.status == .done("This is the last feed in the list"))
    }

    @Test func `passes over any number of read items, also where they are not loaded`() async throws {
        let test = try TestLibrary(items: 1000)
        let listing = try test.library.listing(.feed(test.feed))
        let items = try test.library.items(of: listing, limit: 1000)
        test.library.markAllRead(in: listing)
        await withCheckedContinuation { written in
            test.library.mark(.items([items[2].id, items[900].id]), .unread)
            test.library.whenWritten { written.resume() }
        }
        let list = ItemListModel(LibraryNews(test.library, troubles: Subject()))
        list.open(ItemSource(name: "Feed", scope: .feed(test.feed)))
        list.fit(20)
        let found = (0..<3).map { _ in list.goToUnread(by: 1) ? list.selected?.title : nil }
        #expect(found == ["Item 998", "Item 100", nil])
        #expect(list.goToUnread(by: -1) && list.selected?.title == "Item 998")
    }

    @Test func `goes on upwards from the last unread item of a list, too`() {
        reader.feeds.cursor.move(to: 0)
        reader.perform(.open)
        #expect(reader.items.source?.name == "All")
        let titles = reader.items.items.map(\.title)
        reader.perform(.previousUnread)
        #expect(reader.items.selected?.title == titles[4] && reader.status == nil)
        reader.items.mark(reader.items.items[4], .read)
        reader.perform(.home)
        reader.perform(.previousUnread)
        #expect(reader.items.selected?.title == titles[3])
        reader.items.mark(reader.items.items[3], .read)
        reader.perform(.home)
        reader.items.refill(in: .title)
        reader.items.goToTop()
        reader.perform(.previousUnread)
        #expect(reader.items.selected?.id == reader.items.items.last { !$0.isRead }?.id)
    }

    @Test func `says that nothing else is unread where the row it is on is`() {
        reader.feeds.cursor.move(to: 0)
        reader.perform(.open)
        for item in reader.items.items.dropFirst() { reader.items.mark(item, .read) }
        for operation in [Operation.nextUnread, .previousUnread] {
            reader.perform(operation)
            #expect(reader.status == .done("No other unread items here"))
        }
        reader.items.mark(reader.items.items[0], .read)
        reader.perform(.nextUnread)
        #expect(reader.status == .done("No unread items here"))
    }
}

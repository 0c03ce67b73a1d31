import Configuration
import FeedParser
import Foundation
import Refresh
import Signals
import TestSupport
import Testing

@testable import Library
@testable import ViewModels

/// Two feeds, “One” with three items and “Two” with two, the newest of each first.
@MainActor @Suite struct `Moving from item to item` {
    private let home: Home
    private let library: Library
    @EndingOnMain private var reader: ReaderModel
    private let requests = MutableProperty<[TerminalRequest]>([])

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
        reader.session.requests.onNext { [requests] in requests.value.append($0) }
        reader.items.fit(20)
        reader.article.text.fit(width: 80, height: 20)
        reader.feeds.choose(try library.feeds()[0].id)
    }

    private var opened: String? { reader.article.open?.item.title }

    @Test func `the next and the previous item of the list can be opened from an article`() {
        reader.perform(.open)
        reader.perform(.open)
        reader.perform(.next)
        #expect(opened == "One 2" && reader.items.selected?.title == "One 2")
        reader.perform(.previous)
        #expect(opened == "One 3")
        reader.perform(.previous)
        #expect(opened == "One 3" && reader.session.status == .done("This is the first item in the list"))
    }

    @Test func `the next item is that after the article, wherever the list's cursor is`() {
        reader.navigation.fitPanes(columns: 200)
        reader.perform(.open)
        reader.perform(.open)
        reader.perform(.switchFocusBack)
        reader.perform(.down)
        reader.perform(.down)
        #expect(reader.screen == .items && reader.items.selected?.title == "One 1")
        reader.perform(.switchFocus)
        #expect(reader.screen == .article && reader.items.selected?.title == "One 3")
        #expect(reader.screens.items.choose(inRow: 2))
        #expect(reader.items.selected?.title == "One 1")
        #expect(reader.article.open.flatMap { reader.items.number(of: $0.item.id) } == 1)
        reader.perform(.nextUnread)
        #expect(opened == "One 2" && reader.items.selected?.title == "One 2")
        #expect(reader.screens.items.choose(inRow: 2))
        reader.perform(.previous)
        #expect(opened == "One 3")
    }

    @Test(arguments: [ViewModels.Operation.nextUnread, .next])
    func `if the list doesn't contain the article, going on starts at the cursor`(
        _ operation: ViewModels.Operation
    ) async throws {
        reader.navigation.fitPanes(columns: 200)
        reader.perform(.open)
        reader.perform(.open)
        reader.navigation.focus(on: .items)
        try reader.navigation.filter(by: "title != \"One 3\"")
        try await reader.items.$source.waitUntil { $0?.narrowing != nil }
        reader.navigation.focus(on: .article)
        #expect(opened == "One 3")
        #expect(reader.article.open.flatMap { reader.items.number(of: $0.item.id) } == nil)
        reader.perform(operation)
        #expect(opened == "One 2")
        reader.perform(operation)
        #expect(opened == "One 1")
    }

    @Test func `the article beside the lists is closed when they show another feed, and stays with a list that has it`()
        throws
    {
        reader.navigation.fitPanes(columns: 200)
        reader.perform(.open)
        reader.perform(.open)
        reader.navigation.focus(on: .feeds)
        reader.feeds.choose(.smart(.all))
        reader.navigation.showChosenBeside()
        #expect(reader.items.source?.name == "All" && opened == "One 3")
        reader.feeds.choose(try library.feeds()[1].id)
        reader.navigation.showChosenBeside()
        reader.navigation.fitPanes(columns: 200)
        #expect(reader.items.source?.name == "Two" && opened == nil)
        #expect(reader.panes.arrangement.slots.map(\.pane) == [.feeds, .items])
        reader.navigation.focus(on: .article)
        #expect(reader.screen == .feeds)
    }

    @Test func `a key opens an item's comments from its list, and programs get their URL`() throws {
        let feed = try library.feeds()[0].id
        let item = ParsedItem(
            id: "9", title: "One 9", link: "https://example.org/9", published: Date(timeIntervalSince1970: 9),
            content: "Text", comments: ParsedComments(link: "https://example.org/9/talk"))
        _ = try library.store(
            ParsedFeed(format: .rss20, title: "One", items: [item]), etag: nil, lastModified: nil, for: feed, at: Date()
        )
        reader.perform(.open)
        reader.perform(.openComments)
        #expect(requests.value == [.browse("https://example.org/9/talk")])
        #expect(reader.actions.programInput.shownFields.variables["LEDE_COMMENTS_URL"] == "https://example.org/9/talk")
        reader.perform(.down)
        reader.perform(.openComments)
        #expect(reader.session.status == .refused("This item has no comments to open"))
        #expect(reader.actions.programInput.shownFields.variables["LEDE_COMMENTS_URL"] == "")
    }

    @Test func `a key opens an item with its page's article from the list`() throws {
        reader.perform(.open)
        let item = try #require(reader.items.selected)
        try library.store(
            FullText(html: "<p>The whole page</p>", url: "", fetched: Date(), letters: 14, reason: ""), of: item.id,
            isPreloaded: true)
        reader.perform(.openPage)
        #expect(reader.screen == .article && reader.article.isPageShown)
        #expect(reader.article.open?.html == "<p>The whole page</p>" && reader.items.selected?.isRead == true)
    }

    @Test func `going back from search results closes an article that the feed's list doesn't have`() throws {
        reader.navigation.fitPanes(columns: 200)
        reader.perform(.open)
        reader.perform(.search)
        reader.session.prompt = Prompt(label: "/", text: "Two")
        let items = try library.items(unreadOnly: false, limit: 10).filter { $0.title.hasPrefix("Two") }
        let found = SearchResults(items: items, matches: 2, isComplete: true, unindexed: 0)
        reader.navigation.receive(
            Found(text: "Two", query: SearchQuery("Two"), results: found), lookedForFrom: reader.navigation.searchOrigin
        )
        reader.session.prompt = nil
        reader.perform(.open)
        reader.perform(.back)
        #expect(reader.screen == .items && opened?.hasPrefix("Two") == true)
        reader.perform(.back)
        #expect(reader.items.source?.name == "One" && opened == nil)
    }

    @Test func `the next unread item skips read ones, and continues in the next feed`() {
        reader.perform(.open)
        reader.items.mark(reader.items.items[1], .read)
        reader.perform(.open)
        reader.perform(.nextUnread)
        #expect(opened == "One 1")
        reader.perform(.nextUnread)
        #expect(opened == "Two 2" && reader.items.source?.name == "Two" && reader.screen == .article)
        reader.perform(.nextUnread)
        reader.perform(.nextUnread)
        #expect(opened == "Two 1" && reader.session.status == .done("No unread items"))
    }

    @Test func `a count goes to the nth unread item or feed, or the last if there are fewer`() {
        reader.perform(.open)
        reader.items.mark(reader.items.items[1], .read)
        reader.items.move { $0.move(to: 0) }
        for operation in [Operation.two, .nextUnread] { reader.perform(operation) }
        #expect(reader.items.selected?.title == "One 1" && reader.actions.counting.count == nil)
        for operation in [Operation.nine, .previousUnread] { reader.perform(operation) }
        #expect(reader.items.selected?.title == "One 3")
        reader.navigation.focus(on: .feeds)
        for operation in [Operation.nine, .nextFeed] { reader.perform(operation) }
        #expect(reader.feeds.selected?.name == "Two")
    }

    @Test func `with goto-next-feed no, the next unread item stays in the feed`() {
        reader.session.config = Config(Array("goto-next-feed no".utf8), path: "config")
        reader.perform(.open)
        reader.perform(.markFeedRead)
        reader.perform(.nextUnread)
        #expect(reader.items.source?.name == "One")
        #expect(reader.session.status == .done("No unread items"))
    }

    @Test func `one key pages through an article, then opens the next`() {
        reader.perform(.open)
        reader.perform(.open)
        reader.article.text.fit(width: 80, height: 3)
        reader.perform(.readOn)
        #expect(opened == "One 3" && reader.article.text.page.top > 0)
        while !reader.article.text.isAtEnd { reader.perform(.readOn) }
        reader.perform(.readOn)
        #expect(opened == "One 2" && reader.article.text.page.top == 0)
    }

    @Test func `keys go from feed to feed in the list of items`() {
        reader.perform(.open)
        reader.perform(.nextFeed)
        #expect(reader.items.source?.name == "Two" && reader.screen == .items)
        reader.perform(.previousFeed)
        #expect(reader.items.source?.name == "One" && reader.feeds.selected?.name == "One")
    }

    @Test func `the next feed with unread items is found, past the end of the list too`() {
        reader.perform(.nextUnread)
        #expect(reader.feeds.selected?.name == "Two")
        reader.perform(.nextUnreadFeed)
        #expect(reader.feeds.selected?.name == "One")
        reader.perform(.previousUnread)
        #expect(reader.feeds.selected?.name == "Two")
    }

    @Test func `a key goes to a random unread item`() {
        reader.perform(.open)
        reader.items.mark(reader.items.items[0], .read)
        reader.items.mark(reader.items.items[2], .read)
        reader.perform(.randomUnread)
        #expect(reader.items.selected?.title == "One 2")
    }

    @Test func `the feed of an item in another list can be shown`() throws {
        reader.feeds.cursor.move(to: 0)
        reader.perform(.open)
        reader.items.choose(try #require(reader.items.items.first { $0.title == "Two 1" }).id)
        reader.perform(.showFeedOfItem)
        #expect(reader.items.source?.name == "Two" && reader.items.selected?.title == "Two 1")
        #expect(reader.feeds.selected?.name == "Two" && reader.screen == .items)
    }

    @Test func `a row is found by words of its title`() throws {
        reader.perform(.open)
        reader.perform(.goToTitle)
        reader.session.edit { $0.insert("one 1") }
        reader.session.submitPrompt()
        #expect(reader.items.selected?.title == "One 1" && reader.session.prompt == nil)
    }

    @Test func `marking above the cursor leaves the cursor's row unread`() async throws {
        reader.perform(.open)
        reader.perform(.end)
        reader.perform(.markAboveRead)
        try await reader.items.loaded.$items.waitUntil { $0.map(\.isRead) == [true, true, false] }
    }

    @Test func `opening in the browser marks an item read if asked`() throws {
        reader.perform(.open)
        reader.perform(.openAndMarkRead)
        let item = try #require(reader.items.selected)
        #expect(requests.value == [.browse("https://example.org/One/3", reading: item.id)] && !item.isRead)
        // Only after the browser was opened successfully.
        reader.actions.browsing.markBrowsed([item.id])
        #expect(reader.items.selected?.isRead == true)
    }

    @Test func `all unread items are opened at once, up to max-browser-tabs`() async throws {
        reader.session.config = Config(Array("max-browser-tabs 2".utf8), path: "config")
        reader.perform(.open)
        reader.items.mark(reader.items.items[0], .read)
        reader.perform(.openAllUnreadAndMarkRead)
        let unread = reader.items.items.dropFirst().map(\.id)
        #expect(
            requests.value == [
                .browseEach(["https://example.org/One/2", "https://example.org/One/1"], reading: unread)
            ])
        reader.actions.browsing.markBrowsed(unread)
        #expect(reader.session.status == .done("Opened 2 items and marked them read (:undo to undo)"))
        try await reader.items.loaded.$items.waitUntil { $0.allSatisfy(\.isRead) }
    }

    @Test func `the status line says how many of the unread items were opened`() {
        reader.session.config = Config(Array("max-browser-tabs 2".utf8), path: "config")
        reader.perform(.open)
        reader.perform(.openAllUnread)
        #expect(reader.session.status == .done("Opened 2 of 3 items"))
    }

    @Test func `the next feed is never the same feed below another tag`() throws {
        try home.write(urls: ["https://one.example/ x y", "https://two.example/ y"])
        reader.actions.settings.followUrls()
        library.drain()
        reader.feeds.reload()
        reader.feeds.choose(try library.feeds()[0].id)
        reader.perform(.open)
        reader.perform(.nextFeed)
        #expect(reader.items.feed?.url == "https://two.example/")
        reader.perform(.nextFeed)
        #expect(reader.session.status == .done("This is the last feed in the list"))
    }

    @Test func `the next unread item skips any number of read ones, even if they aren't loaded`() async throws {
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

    @Test func `going up from the first unread item continues with the last`() {
        reader.feeds.cursor.move(to: 0)
        reader.perform(.open)
        #expect(reader.items.source?.name == "All")
        let titles = reader.items.items.map(\.title)
        reader.perform(.previousUnread)
        #expect(reader.items.selected?.title == titles[4] && reader.session.status == nil)
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

    @Test func `the status line says that no other item is unread`() {
        reader.feeds.cursor.move(to: 0)
        reader.perform(.open)
        for item in reader.items.items.dropFirst() { reader.items.mark(item, .read) }
        for operation in [Operation.nextUnread, .previousUnread] {
            reader.perform(operation)
            #expect(reader.session.status == .done("No other unread items"))
        }
        reader.items.mark(reader.items.items[0], .read)
        reader.perform(.nextUnread)
        #expect(reader.session.status == .done("No unread items"))
    }
}

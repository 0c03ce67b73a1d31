import Configuration
import Refresh
import Signals
import TestSupport
import Testing

@testable import Library
@testable import ViewModels

@MainActor @Suite struct `A filtered list` {
    private let test: TestLibrary
    private let list: ItemListModel
    private let source: ItemSource

    init() throws {
        test = try TestLibrary(items: 1000)
        list = ItemListModel(LibraryNews(test.library, troubles: noTroubles()))
        source = ItemSource(name: "Feed", scope: .feed(test.feed), narrowing: "title =~ \"5$\"")
        let listing = try test.library.listing(.feed(test.feed))
        list.open(source, try test.library.listing(listing, matching: Filter("title =~ \"5$\"")))
    }

    @Test func `a filtered list contains all matching items, in order`() {
        #expect(list.loaded.total == 100 && list.selected?.title == "Item 995")
        list.goToEnd()
        #expect(list.selected?.title == "Item 5")
    }

    @Test func `a filtered list keeps its filter in another order, and marks only its items`() throws {
        list.refill(in: .oldest)
        list.goToTop()
        #expect(list.loaded.total == 100 && list.selected?.title == "Item 5")
        list.markAll(.read)
        test.library.drain()
        #expect(try test.library.feed(test.feed)?.unread == 900)
    }

    @Test func `a filtered list counts right when read items are hidden`() throws {
        list.mark(try #require(list.selected), .read)
        test.library.drain()
        list.unreadOnly = true
        list.refill()
        #expect(list.loaded.total == 99)
        list.goToEnd()
        #expect(list.selected?.title == "Item 5" && list.loaded.offset + list.cursor.row == 98)
        list.unreadOnly = false
        list.refill()
        #expect(list.loaded.total == 100)
    }

    @Test func `a filtered list counts and shows only new items that match`() async throws {
        try test.store(1001...1004)
        try test.store(1005...1017)
        try await list.$news.waitUntil { $0 == 2 }
        #expect(list.loaded.total == 100 && list.selected?.title == "Item 995")
        list.goToTop()
        #expect(list.items.prefix(3).map(\.title) == ["Item 1015", "Item 1005", "Item 995"])
        #expect(list.loaded.total == 102 && list.news == 0)
        try test.store(1018...1025)
        try await list.$news.waitUntil { $0 == 1 }
    }

    @Test func `a filtered list loses no new items that come while they are counted`() async throws {
        try test.store(1001...1005)
        try await list.$news.waitUntil { $0 == 1 }
        // The list hasn't heard of these when it is filled again.
        try test.store(1006...1015)
        list.goToTop()
        #expect(list.loaded.total == 101)
        try await list.$news.waitUntil { $0 == 1 }
        list.goToTop()
        #expect(list.loaded.total == 102 && list.selected?.title == "Item 1015")
    }

    @Test func `an empty filtered list shows the first matching item at once`() async throws {
        let listing = try test.library.listing(.feed(test.feed))
        list.open(
            ItemSource(name: "Feed", scope: .feed(test.feed), narrowing: "title =~ \"1001\""),
            try test.library.listing(listing, matching: Filter("title =~ \"1001\"")))
        try test.store(1001...1002)
        try await list.loaded.$items.waitUntil { $0.map(\.title) == ["Item 1001"] }
    }
}

@MainActor @Suite struct `Search results` {
    @Test func `search results keep their order, and are marked like other items`() throws {
        let test = try TestLibrary(items: 10)
        let list = ItemListModel(LibraryNews(test.library, troubles: noTroubles()))
        let items = try test.library.items(unreadOnly: false, limit: 10)
        let ranked = [items[4], items[1], items[7]]
        let listing = try test.library.listing(.all).narrowed(to: ItemSet(ranked.map(\.id)), count: 3)
        list.open(ItemSource(name: "found", scope: .all, narrowing: "x"), listing, ranked: ranked)
        #expect(list.items == ranked && list.loaded.total == 3)
        list.goToEnd()
        #expect(list.selected == items[7])
        list.markAll(.read)
        test.library.drain()
        #expect(try test.library.feed(test.feed)?.unread == 7)
        #expect(list.items.map(\.id) == ranked.map(\.id))
    }
}

@MainActor @Suite struct `A named filter` {
    private func reader(_ config: String) throws -> ReaderModel {
        let test = try TestLibrary(items: 3)
        try test.home.write(urls: ["https://example.org/feed"])
        return ReaderModel(
            library: test.library,
            refresher: Refresher(library: test.library, settings: RefreshSettings(userAgent: "test")),
            paths: Paths(environment: test.home.environment), config: Config(Array(config.utf8), path: "config"))
    }

    private let ofItems = "define-filter fives \"title =~ \\\"5$\\\"\"\n"
    private let ofFeeds = "define-filter many \"unread_count > 2\"\n"

    @Test func `named filters are offered where they work: in the feeds, only those about feeds`() throws {
        let reader = try reader(ofItems + ofFeeds)
        reader.perform(.chooseFilter)
        #expect(reader.session.choice?.shown.map(\.name) == ["many"])
        reader.session.choice = nil
        reader.perform(.open)
        reader.perform(.chooseFilter)
        #expect(reader.session.choice?.shown.map(\.name) == ["fives", "many"])
    }

    @Test func `a filter about items is refused in the list of feeds`() throws {
        let reader = try reader(ofItems)
        let rows = reader.feeds.entries
        reader.perform(.chooseFilter)
        #expect(reader.session.choice == nil && reader.session.status?.isProblem == true)
        reader.perform(try OperationWithArgument(.chooseFilter, "fives"))
        #expect(reader.session.status?.text.contains("is about items") == true)
        #expect(reader.feeds.entries == rows)
    }
}

import Configuration
import Refresh
import Signals
import TestSupport
import Testing

@testable import Library
@testable import ViewModels

@MainActor @Suite struct `A list that is narrowed` {
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

    @Test func `holds what the filter is true of, in its order and however long`() {
        #expect(list.total == 100 && list.selected?.title == "Item 995")
        list.goToEnd()
        #expect(list.selected?.title == "Item 5")
    }

    @Test func `stays narrowed in another order, and marks nothing but what it holds`() throws {
        list.refill(in: .oldest)
        list.goToTop()
        #expect(list.total == 100 && list.selected?.title == "Item 5")
        list.markAllRead()
        test.library.drain()
        #expect(try test.library.feed(test.feed)?.unread == 900)
    }

    @Test func `counts what it holds when it is filled anew without what is read`() throws {
        list.mark(try #require(list.selected), .read)
        test.library.drain()
        list.unreadOnly = true
        list.refill()
        #expect(list.total == 99)
        list.goToEnd()
        #expect(list.selected?.title == "Item 5" && list.offset + list.cursor.row == 98)
        list.unreadOnly = false
        list.refill()
        #expect(list.total == 100)
    }

    @Test func `counts of what comes that which the filter is true of, and takes no more in`() async throws {
        try test.store(1001...1004)
        try test.store(1005...1017)
        try await list.$news.waitUntil { $0 == 2 }
        #expect(list.total == 100 && list.selected?.title == "Item 995")
        list.goToTop()
        #expect(list.items.prefix(3).map(\.title) == ["Item 1015", "Item 1005", "Item 995"])
        #expect(list.total == 102 && list.news == 0)
        try test.store(1018...1025)
        try await list.$news.waitUntil { $0 == 1 }
    }

    @Test func `loses nothing that came while news was looked for and the person went to the top`() async throws {
        try test.store(1001...1005)
        try await list.$news.waitUntil { $0 == 1 }
        // Of this the list has not heard when it is filled anew.
        try test.store(1006...1015)
        list.goToTop()
        #expect(list.total == 101)
        try await list.$news.waitUntil { $0 == 1 }
        list.goToTop()
        #expect(list.total == 102 && list.selected?.title == "Item 1015")
    }

    @Test func `is filled at once by the first thing that the filter is true of`() async throws {
        let listing = try test.library.listing(.feed(test.feed))
        list.open(
            ItemSource(name: "Feed", scope: .feed(test.feed), narrowing: "title =~ \"1001\""),
            try test.library.listing(listing, matching: Filter("title =~ \"1001\"")))
        try test.store(1001...1002)
        try await list.loaded.$items.waitUntil { $0.map(\.title) == ["Item 1001"] }
    }
}

@MainActor @Suite struct `What is found` {
    @Test func `stands in the order that it was found in, and is marked like all items`() throws {
        let test = try TestLibrary(items: 10)
        let list = ItemListModel(LibraryNews(test.library, troubles: noTroubles()))
        let items = try test.library.items(unreadOnly: false, limit: 10)
        let ranked = [items[4], items[1], items[7]]
        let listing = try test.library.listing(.all).narrowed(to: ItemSet(ranked.map(\.id)), count: 3)
        list.open(ItemSource(name: "found", scope: .all, narrowing: "x"), listing, ranked: ranked)
        #expect(list.items == ranked && list.total == 3)
        list.goToEnd()
        #expect(list.selected == items[7])
        list.markAllRead()
        test.library.drain()
        #expect(try test.library.feed(test.feed)?.unread == 7)
        #expect(list.items.map(\.id) == ranked.map(\.id))
    }
}

@MainActor @Suite struct `A filter with a name` {
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

    @Test func `is offered where it can be asked: of feeds one that asks nothing of items`() throws {
        let reader = try reader(ofItems + ofFeeds)
        reader.perform(.chooseFilter)
        #expect(reader.choice?.shown.map(\.name) == ["many"])
        reader.session.choice = nil
        reader.perform(.open)
        reader.perform(.chooseFilter)
        #expect(reader.choice?.shown.map(\.name) == ["fives", "many"])
    }

    @Test func `is not asked of feeds where it asks something of items`() throws {
        let reader = try reader(ofItems)
        let rows = reader.feeds.entries
        reader.perform(.chooseFilter)
        #expect(reader.choice == nil && reader.status?.isProblem == true)
        reader.perform(try GivenOperation(.chooseFilter, "fives"))
        #expect(reader.status?.text.contains("is about items") == true)
        #expect(reader.feeds.entries == rows)
    }
}

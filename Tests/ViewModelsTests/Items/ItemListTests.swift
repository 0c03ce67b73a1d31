import FeedParser
import Foundation
import Signals
import TestSupport
import Testing

@testable import Library
@testable import ViewModels

@MainActor @Suite struct `The list of items` {
    private func list(over test: TestLibrary) -> ItemListModel {
        let list = ItemListModel(LibraryNews(test.library, troubles: noTroubles()))
        list.open(ItemSource(name: "Feed", scope: .feed(test.feed)))
        return list
    }

    @Test func `a list shows the newest items first, and loads more before the cursor gets there`() throws {
        let list = list(over: try TestLibrary(items: 1000))
        #expect(list.items.first?.title == "Item 1000")
        #expect(list.items.count < 1000 && list.loaded.total == 1000)
        for _ in 0..<999 { list.move(by: 1) }
        #expect(list.selected?.title == "Item 1")
        #expect(Set(list.items.map(\.id)).count == 1000)
    }

    @Test func `going to the end of a list doesn't load everything before, and going back works`() throws {
        let list = list(over: try TestLibrary(items: 5000))
        list.fit(20)
        list.goToEnd()
        #expect(list.selected?.title == "Item 1")
        #expect(list.items.count <= 400 && list.loaded.offset + list.items.count == 5000)
        for _ in 0..<4999 { list.move(by: -1) }
        #expect(list.selected?.title == "Item 5000" && list.isAtTop)
        #expect(list.items.count <= 2200)
    }

    @Test func `a list scrolls by any number of pages, whatever is loaded`() async throws {
        let list = list(over: try TestLibrary(items: 5000))
        list.fit(20)
        for (pages, row) in [(1, 19), (20, 399), (-20, 19), (200, 3819), (300, 4999), (-1000, 0)] {
            list.turnPage(by: pages)
            try await list.jump.isUnderWayToFollow.waitUntil { !$0 }
            #expect(list.loaded.offset + list.cursor.row == row)
        }
        list.turnHalfPage(by: 30)
        #expect(list.loaded.offset + list.cursor.row == 300 && list.cursor.rowInView == 0)
        // The screen may have more rows than are loaded at first.
        list.goToTop()
        list.fit(150)
        list.turnPage(by: 1)
        #expect(list.loaded.offset + list.cursor.top == 149)
    }

    @Test func `an empty list is filled when items return to it`() async throws {
        let test = try TestLibrary(items: 3)
        let list = list(over: test)
        list.apply(order: .newest, unreadOnly: true)
        list.markAll(.read)
        test.library.drain()
        list.refill()
        #expect(list.items.isEmpty)
        let step = try #require(try test.library.journal(limit: 1).first)
        _ = try test.library.toggle(step) {}
        try await list.loaded.$items.waitUntil { $0.count == 3 }
    }

    @Test func `a list shows changed items`() async throws {
        let test = try TestLibrary(items: 3)
        let list = list(over: test)
        list.move(by: 1)
        let item = ParsedItem(
            id: "item 2", title: "Said better", link: "https://example.org/better", content: "<p>Text</p>")
        _ = try test.library.store(
            ParsedFeed(format: .rss20, title: "Feed", items: [item]), etag: nil, lastModified: nil, for: test.feed,
            at: Date())
        try await list.loaded.$items.waitUntil { $0.map(\.title) == ["Item 3", "Said better", "Item 1"] }
        #expect(list.selected?.link == "https://example.org/better")
    }

    @Test func `the cursor keeps its place on the screen when a list is filled again`() throws {
        let list = list(over: try TestLibrary(items: 100))
        list.fit(20)
        list.go(toRow: 60)
        list.move(by: -5)
        let before = list.cursor.rowInView
        list.apply(order: .newest, unreadOnly: true)
        #expect(list.cursor.rowInView == before && list.selected?.title == "Item 45")
    }

    @Test func `a list knows its cursor's row, however the cursor got there`() throws {
        let list = list(over: try TestLibrary(items: 5000))
        list.fit(20)
        for row in 0..<5000 {
            #expect(list.loaded.offset + list.cursor.row == row)
            list.move(by: 1)
        }
        list.goToTop()
        #expect(list.selected?.title == "Item 5000" && list.loaded.offset == 0)
    }

    @Test func `a list scrolls to any row, and the cursor keeps its place on the screen`() async throws {
        let list = list(over: try TestLibrary(items: 5000))
        list.fit(20)
        list.move { $0.move(to: 7) }
        for top in [150, 380, 190, 4980, 2500, 0] {
            list.scroll(toTop: top)
            try await list.loaded.$items.waitUntil { $0.contains { $0.title == "Item \(5000 - top)" } }
            let cursor = list.cursor
            #expect(list.items[cursor.top].title == "Item \(5000 - top)" && list.loaded.offset + cursor.top == top)
            #expect(cursor.visible.count == 20 && cursor.row - cursor.top == 7)
        }
    }

    @Test func `deleted items leave the list, and restored ones return`() async throws {
        let test = try TestLibrary(items: 300)
        let list = list(over: test)
        let items = list.items
        list.move { $0.move(to: 10) }
        test.library.mark(.items(ItemSet(items[2...4].map(\.id))), .deleted)
        try await list.loaded.$items.waitUntil { $0.count == items.count - 3 }
        #expect(list.loaded.total == 297 && list.selected == items[10])
        test.library.undo { _ in }
        try await list.loaded.$items.waitUntil { $0.count > items.count }
        #expect(list.loaded.total == 300 && list.selected == items[10])
        #expect(Array(list.items.prefix(200)) == items)
    }

    @Test func `a star shows at once`() throws {
        let test = try TestLibrary(items: 3)
        let list = list(over: test)
        list.mark(try #require(list.selected), .starred)
        #expect(list.selected?.isStarred == true)
        test.library.drain()
        #expect(try test.library.counts(of: .starred) == Counts(items: 1, unread: 1))
    }

    @Test(arguments: [true, false])
    func `an item unstarred before the list was opened isn't in it, however late that is written`(
        isWritten: Bool
    ) async throws {
        let test = try TestLibrary(items: 3)
        let list = list(over: test)
        let starred = ItemSource(name: "Starred", scope: .starred)
        let items = list.items
        for item in items { list.mark(item, .starred) }
        await hearAll(of: test.library)
        list.mark(items[1], .unstarred)
        if isWritten { test.library.drain() }
        list.open(starred)
        #expect(list.items.map(\.id) == [items[0].id, items[2].id])
        await hearAll(of: test.library)
        list.reread()
        let listing = try #require(list.listing)
        #expect(try list.items.count == 2 && test.library.count(of: listing) == 2)
    }

    /// Waits until everything is written and the main queue has heard of it.
    private func hearAll(of library: Library) async {
        library.drain()
        await withCheckedContinuation { heard in DispatchQueue.main.async { heard.resume() } }
    }

    @Test func `a list stays as it is when new items come, and shows them at the top`() async throws {
        let test = try TestLibrary(items: 10)
        let list = list(over: test)
        list.move { $0.move(to: 4) }
        try test.store(11...13)
        try await list.$news.waitUntil { $0 == 3 }
        #expect(list.selected?.title == "Item 6" && list.items.count == 10)
        list.goToTop()
        #expect(list.selected?.title == "Item 13" && list.news == 0)
    }

    @Test func `a list with the oldest first has new items below its end, and shows them there`() async throws {
        let test = try TestLibrary(items: 10)
        let list = list(over: test)
        list.refill(in: .oldest)
        list.goToEnd()
        try test.store(11...12)
        try await list.$news.waitUntil { $0 == 2 }
        #expect(list.hasNewsBelow)
        list.move(by: 1)
        #expect(list.selected?.title == "Item 11" && list.news == 0)
        list.goToTop()
        try test.store(13...13)
        try await list.$news.waitUntil { $0 == 1 }
        list.goToEnd()
        #expect(list.selected?.title == "Item 13")
    }

    @Test func `a list of unread items goes on from its last row to the first new one below`() async throws {
        let test = try TestLibrary(items: 2)
        let list = list(over: test)
        list.apply(order: .oldest, unreadOnly: true)
        for item in list.items { list.mark(item, .read) }
        list.goToEnd()
        try test.store(3...4)
        try await list.$news.waitUntil { $0 == 2 }
        list.move(by: 1)
        #expect(list.selected?.title == "Item 3")
    }

    @Test func `a tag's list with duplicates is as long as its rows`() throws {
        let test = try TestLibrary(items: 3)
        try test.library.follow(
            ["https://example.org/feed", "https://copy.example/"].map { Subscription($0, tags: ["both"]) })
        let copies = (1...3).map {
            ParsedItem(
                id: "item \($0)", title: "Item \($0)", link: "https://example.org/\($0)",
                published: Date(timeIntervalSince1970: Double($0)), content: "<p>Text \($0)</p>")
        }
        _ = try test.library.store(
            ParsedFeed(format: .rss20, items: copies), etag: nil, lastModified: nil,
            for: #require(test.library.feeds().last).id, at: Date())
        let list = ItemListModel(LibraryNews(test.library, troubles: noTroubles()))
        list.open(ItemSource(name: "both", scope: .tag("both")))
        #expect(list.items.count == 3 && list.loaded.total == 3)
    }

    @Test func `deleting from a saved search's list shortens it, and isn't new items`() async throws {
        let test = try TestLibrary(items: 9)
        try test.home.write(urls: ["https://example.org/feed", "\"query:Mine:title =~ \\\"Item\\\"\""])
        _ = test.start()
        test.library.drain()
        let reader = test.start()
        reader.items.fit(20)
        reader.feeds.choose(.query("Mine"))
        reader.perform(.open)
        reader.perform(.two)
        reader.perform(.deleteItem)
        try await reader.session.$isAwaiting.waitUntil { !$0 }
        #expect(reader.items.loaded.total == 7 && reader.items.items.count == 7)
        try test.store(10...10)
        try await reader.items.$news.waitUntil { $0 > 0 }
        #expect(reader.items.news == 1)
    }

    @Test func `a saved search counts older items that match it now`() async throws {
        let test = try TestLibrary(items: 4)
        let queries = FollowedList(
            [Subscription("https://example.org/feed")], queries: [SavedQuery(name: "Later", expression: "tag:later")])
        try test.library.follow(queries) { queries }
        test.library.drain()
        let list = ItemListModel(LibraryNews(test.library, troubles: noTroubles()))
        list.open(ItemSource(name: "Later", scope: .query(try #require(try test.library.queries().first).id)))
        let items = try test.library.items(unreadOnly: false, limit: 4)
        test.library.mark(.item(items[3].id), .tagged("later"))
        try await list.loaded.$items.waitUntil { $0.map(\.title) == ["Item 1"] }
        test.library.mark(.item(items[1].id), .tagged("later"))
        try await list.$news.waitUntil { $0 == 1 }
    }

    @Test(arguments: ["unread = \"yes\"", "unread = \"yes\" and title =~ \"Item\"", "title =~ \"Item\""])
    func `a saved search counts new items that match it`(expression: String) async throws {
        let test = try TestLibrary(items: 4)
        let subscriptions = FollowedList(
            [Subscription("https://example.org/feed")], queries: [SavedQuery(name: "Mine", expression: expression)])
        try test.library.follow(subscriptions) { subscriptions }
        test.library.drain()
        let query = try #require(try test.library.queries().first)
        let list = ItemListModel(LibraryNews(test.library, troubles: noTroubles()))
        list.open(ItemSource(name: "Mine", scope: .query(query.id)))
        list.mark(try #require(list.selected), .read)
        test.library.drain()
        try test.store(5...7)
        try await list.$news.waitUntil { $0 == 3 }
        #expect(list.loaded.total == 4)
        list.goToTop()
        #expect(list.selected?.title == "Item 7" && list.news == 0)
    }

    @Test func `an empty list shows new items at once`() async throws {
        let test = try TestLibrary()
        let list = list(over: test)
        try test.store(1...2)
        try await list.loaded.$items.waitUntil { $0.count == 2 }
        #expect(list.news == 0)
    }

    @Test func `marking a list read leaves new items unread`() async throws {
        let test = try TestLibrary(items: 10)
        let list = list(over: test)
        try test.store(11...13)
        list.markAll(.read)
        #expect(!list.items.contains { !$0.isRead })
        test.library.drain()
        #expect(try test.library.feed(test.feed)?.unread == 3)
    }

    @Test func `a mark shows at once, and reaches the library`() throws {
        let test = try TestLibrary(items: 3)
        let list = list(over: test)
        list.mark(try #require(list.selected), .read)
        #expect(list.selected?.isRead == true)
        test.library.drain()
        #expect(try test.library.feed(test.feed)?.unread == 2)
    }

    @Test func `a list doesn't count the items that it was filled with as new`() async throws {
        let test = try TestLibrary(items: 3)
        let list = ItemListModel(LibraryNews(test.library, troubles: noTroubles()))
        // The report of these items is on its way when the list is filled with them.
        try test.store(4...5)
        list.open(ItemSource(name: "Feed", scope: .feed(test.feed)))
        try test.store(6...6)
        try await list.$news.waitUntil { $0 > 0 }
        #expect(list.news == 1)
    }

    @Test func `the rows between the start of the selection and the cursor are marked, in either direction`() throws {
        let test = try TestLibrary(items: 3000)
        let list = list(over: test)
        list.move { $0.move(to: 4) }
        list.toggleSelecting()
        list.move(by: -2)
        #expect(list.selectionCount == 3)
        list.markSelected(.read)
        #expect(!list.isSelecting)
        #expect(list.items.prefix(6).map(\.isRead) == [false, false, true, true, true, false])
        list.move { $0.move(to: 10) }
        list.toggleSelecting()
        list.goToEnd()
        list.markSelected(.starred)
        test.library.drain()
        #expect(try test.library.counts(of: .starred).items == 2990)
        #expect(try test.library.feed(test.feed)?.unread == 2997)
    }

    @Test func `deleted items leave the list, and the cursor stays in its place`() throws {
        let test = try TestLibrary(items: 9)
        let list = list(over: test)
        list.move { $0.move(to: 2) }
        list.toggleSelecting()
        list.move(by: 2)
        list.markSelected(.deleted)
        test.library.drain()
        #expect(list.items.map(\.title) == ["Item 9", "Item 8", "Item 4", "Item 3", "Item 2", "Item 1"])
        #expect(list.selected?.title == "Item 4")
    }

    @Test func `an item deleted in its article leaves the list at once`() throws {
        let test = try TestLibrary(items: 3)
        let reader = try test.reader()
        for operation in [Operation.open, .open] { reader.perform(operation) }
        test.withoutWriting {
            reader.perform(.deleteItem)
            #expect(reader.screen == .items && reader.items.items.map(\.title) == ["Item 2", "Item 1"])
        }
        #expect(reader.items.selected?.title == "Item 2" && reader.items.lostName == nil)
    }

    @Test func `a list goes to a row by its number, loaded or not`() throws {
        let list = list(over: try TestLibrary(items: 5000))
        list.go(toRow: 3000)
        #expect(list.selected?.title == "Item 2000")
        list.go(toRow: 9)
        #expect(list.selected?.title == "Item 4991")
        list.go(toRow: .max)
        #expect(list.selected?.title == "Item 1")
    }

    @Test func `a list is empty when all its items are deleted, and full after undo`() async throws {
        let test = try TestLibrary(items: 300)
        let list = list(over: test)
        list.markAll(.deleted)
        test.library.drain()
        #expect(list.items.isEmpty && list.loaded.total == 0)
        test.library.undo { _ in }
        try await list.loaded.$items.waitUntil { $0.first?.title == "Item 300" }
        #expect(list.loaded.total == 300)
    }

    @Test(arguments: [ItemOrder.newest, .title])
    func `a list can be read to its end while many of its items are being deleted`(_ order: ItemOrder) async throws {
        let test = try TestLibrary(items: 3000)
        // Other threads use it, but it would be freed after its last use here.
        defer { withExtendedLifetime(test) {} }
        let list = list(over: test)
        list.fit(20)
        list.refill(in: order)
        list.goToTop()
        let last = try test.withoutWriting {
            list.move { $0.move(to: 2) }
            list.toggleSelecting()
            list.move(by: 999)
            list.markSelected(.deleted)
            #expect(list.loaded.total == 2000 && list.cursor.row == 2)
            for _ in 0..<1998 { list.move(by: 1) }
            #expect(list.loaded.offset + list.cursor.row == 1999)
            list.goToTop()
            list.goToEnd()
            #expect(list.loaded.offset + list.cursor.row == 1999)
            return try #require(list.selected)
        }
        try await list.loaded.$items.waitUntil { _ in true }
        #expect(list.selected == last && list.loaded.total == 2000)
    }

    @Test func `a list knows its length when items that aren't loaded are deleted`() async throws {
        let test = try TestLibrary(items: 3000)
        defer { withExtendedLifetime(test) {} }
        let list = list(over: test)
        list.goToEnd()
        let first = try test.library.items(of: try #require(list.listing), limit: 500)
        test.library.mark(.items(ItemSet(first.map(\.id))), .deleted)
        // The offset may be counted before the total.
        try await list.loaded.$offset.waitUntil { $0 == 2300 && MainActor.assumeIsolated { list.loaded.total == 2500 } }
        test.library.undo { _ in }
        try await list.loaded.$offset.waitUntil { $0 == 2799 && MainActor.assumeIsolated { list.loaded.total == 3000 } }
    }

    @Test func `a list keeps its place when all loaded items are deleted`() throws {
        let test = try TestLibrary(items: 6000)
        defer { withExtendedLifetime(test) {} }
        let list = list(over: test)
        list.fit(20)
        list.go(toRow: 1000)
        list.toggleSelecting()
        list.go(toRow: 4999)
        list.markSelected(.deleted)
        #expect(list.selected?.title == "Item 1000" && list.loaded.total == 2000)
    }

    /// Whether a title is found.
    private func goToTitle(_ words: String, in list: ItemListModel) async throws -> Bool {
        let answer = MutableProperty<Bool?>(nil)
        answer.value = list.goToTitle(words) { answer.value = $0 }
        try await answer.waitUntil { $0 != nil }
        return answer.value == true
    }

    @Test(arguments: [ItemOrder.newest, .title])
    func `a list finds a title, loaded or not, and starts over at the top`(_ order: ItemOrder) async throws {
        let test = try TestLibrary(items: 5000)
        defer { withExtendedLifetime(test) {} }
        let list = list(over: test)
        list.fit(20)
        list.refill(in: order)
        list.goToTop()
        #expect(try await goToTitle("item 2345", in: list) && list.selected?.title == "Item 2345")
        #expect(try await goToTitle("ITEM 4999", in: list) && list.selected?.title == "Item 4999")
        list.goToEnd()
        #expect(try await goToTitle("Item 2000", in: list) && list.selected?.title == "Item 2000")
        #expect(try await goToTitle("Item 2000", in: list) && list.selected?.title == "Item 2000")
        #expect(try await !goToTitle("Item 5001", in: list) && list.selected?.title == "Item 2000")
    }

    @Test func `a search for a title doesn't move a user who has gone elsewhere meanwhile`() async throws {
        let test = try TestLibrary(items: 5000)
        defer { withExtendedLifetime(test) {} }
        let (list, other) = (list(over: test), list(over: test))
        #expect(list.goToTitle("Item 7") { _ in Issue.record("nobody is told") } == nil)
        list.move(by: 1)
        // In another list, so that the first search has ended by then.
        #expect(try await goToTitle("Item 8", in: other))
        #expect(list.selected?.title == "Item 4999")
    }

    @Test func `a list doesn't claim to know the cursor's row before it is counted`() async throws {
        let test = try TestLibrary(items: 5000)
        defer { withExtendedLifetime(test) {} }
        let list = list(over: test)
        list.fit(20)
        list.choose(try #require(try list.rows?.item(inRow: 3000, in: list.library)).id)
        #expect(!list.loaded.isPlaced)
        try await list.loaded.$offset.waitUntil { $0 > 0 }
        #expect(list.loaded.isPlaced && list.loaded.offset + list.cursor.row == 3000)
    }

    @Test func `a list moves to the right row even before its own row is counted`() throws {
        let test = try TestLibrary(items: 5000)
        defer { withExtendedLifetime(test) {} }
        let list = list(over: test)
        list.fit(20)
        let item = try #require(try list.rows?.item(inRow: 3000, in: list.library))
        list.choose(item.id)
        list.move(by: 500)
        #expect(list.selected?.title == "Item 1500")
        list.choose(item.id)
        list.go(toRow: 9)
        #expect(list.selected?.title == "Item 4991")
    }
}

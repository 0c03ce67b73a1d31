import FeedParser
import Foundation
import SQLite
import Signals
import TestSupport
import Testing

@testable import Library
@testable import ViewModels

@MainActor @Suite struct `A list sorted by texts` {
    private func list(_ titles: [String?], authors: [String?] = []) throws -> (TestLibrary, ItemListModel) {
        let test = try TestLibrary()
        let items = titles.enumerated().map { number, title in
            ParsedItem(
                id: "\(number)", title: title,
                authors: authors.indices.contains(number) ? [authors[number]].compactMap(\.self) : [],
                published: Date(timeIntervalSince1970: 1_000_000 - Double(number)))
        }
        _ = try test.library.store(
            ParsedFeed(format: .rss20, items: items), etag: nil, lastModified: nil, for: test.feed, at: Date())
        let list = ItemListModel(LibraryNews(test.library, troubles: noTroubles()))
        list.fit(20)
        list.open(ItemSource(name: "Feed", scope: .feed(test.feed)))
        return (test, list)
    }

    @Test func `titles are sorted ignoring case and punctuation, with untitled items last`() throws {
        let (_, list) = try list(["banana", nil, "“Apple”", "cherry", "apple 2"])
        list.refill(in: .title)
        #expect(list.items.map(\.title) == ["“Apple”", "apple 2", "banana", "cherry", ""])
        list.refill(in: .titleReversed)
        #expect(list.items.map(\.title) == ["", "cherry", "banana", "apple 2", "“Apple”"])
    }

    @Test func `reversed orders have the keys of newsboat's orders`() throws {
        let (test, _) = try list(["a", "b", "c"])
        try test.home.write(urls: ["https://example.org/feed"])
        let reader = test.start()
        reader.perform(.open)
        reader.perform(.sortReversed)
        let choice = try #require(reader.session.choice)
        #expect(choice.shown.map(\.detail) == ["d", "t", "a", "f", "l", "g"])
        #expect(choice.shown.prefix(2).map(\.name) == ["date, oldest first", "title, reversed"])
        reader.session.editChoice { $0.cursor.move(to: 1) }
        reader.session.acceptChoice()
        #expect(reader.items.items.map(\.title) == ["c", "b", "a"])
    }

    @Test func `items are sorted by authors, and restored ones return to their places`() async throws {
        let (test, list) = try list(["1", "2", "3"], authors: ["Zoe", "Adam", "Mia"])
        list.refill(in: .author)
        #expect(list.items.map(\.title) == ["2", "3", "1"])
        list.goToTop()
        list.markSelected(.deleted)
        #expect(list.items.map(\.title) == ["3", "1"])
        test.library.undo { _ in }
        try await list.loaded.$items.waitUntil { $0.count == 3 }
        #expect(list.items.map(\.title) == ["2", "3", "1"])
    }

    @Test func `items are sorted by links, tags, ids or randomly`() throws {
        let (test, list) = try list((0..<60).map { "\($0)" })
        list.refill(in: .guid)
        #expect(list.items.map(\.title).prefix(3) == ["0", "1", "10"])
        list.refill(in: .guidReversed)
        #expect(list.items.first?.title == "9")
        let tagged = list.items[7]
        test.library.mark(.item(tagged.id), .tagged("x"))
        test.library.drain()
        list.refill(in: .tagsReversed)
        #expect(list.items.first?.title == tagged.title)
        list.refill(in: .tags)
        #expect(list.items.first?.title == "0" && list.items.last?.title == tagged.title)
        list.refill(in: .random)
        let first = list.items.map(\.title)
        list.refill(in: .random)
        #expect(list.items.map(\.title) != first && Set(list.items.map(\.title)) == Set(first))
    }

    @Test(arguments: ItemOrder.allCases) func `an order reversed twice is the same`(order: ItemOrder) {
        if let reversed = order.reversed { #expect(reversed != order && reversed.reversed == order) }
    }

    @Test func `a sorted list is complete and keeps marks beyond the loaded rows`() throws {
        let titles = (0..<5000).map { "\(10_000 + ($0 * 7919) % 5000)" }
        let (test, list) = try list(titles)
        let sorted = titles.sorted()
        list.refill(in: .title)
        list.goToTop()
        var seen = [list.selected?.title]
        while list.cursor.row + list.loaded.offset < 4999 {
            list.move(by: 1)
            seen.append(list.selected?.title)
        }
        #expect(seen == sorted && list.items.count <= 2200)
        list.move(by: -4000)
        list.markAboveRead()
        list.goToTop()
        test.library.drain()
        #expect(list.goToUnread(by: 1) && list.selected?.title == sorted[999])
        #expect(try test.library.feed(test.feed)?.unread == 4001)
    }

    @Test func `a sorted list that is being marked read isn't searched for unread items`() throws {
        let (test, list) = try list((0..<5000).map { "\(10_000 + ($0 * 7919) % 5000)" })
        list.refill(in: .title)
        list.goToTop()
        let rows = try #require(list.rows)
        try test.withoutWriting {
            let items = try rows.items(after: nil, limit: .max, in: test.library)
            list.markAll(.read)
            // The lists' reads take the connection that was used last.
            let asked = Record<String>()
            try test.library.read { $0.trace { sql, _ in asked.add(sql) } }
            #expect(!list.goToUnread(by: 1) && !list.goToFirstUnread())
            try test.library.read { $0.trace(nil) }
            // Each looks at the first of 25 pages, item by item, and at what is behind the mark.
            #expect((1..<items.count / 10).contains(asked.entries.count), "\(asked.entries.count)")
            test.library.mark(.items([items[3000].id, items[4000].id]), .unread)
            #expect(list.goToUnread(by: 1) && list.selected?.id == items[3000].id)
            test.library.mark(.item(items[4000].id), .read)
            #expect(!list.goToUnread(by: 1) && list.lastUnread?.id == items[3000].id)
        }
        #expect(list.lastUnread?.id == list.selected?.id)
        list.goToTop()
        #expect(list.goToUnread(by: 1) && list.selected?.title == "13000")
    }

    @Test func `a long list is sorted in the background, and the cursor keeps its row`() async throws {
        let titles = (0..<10_500).map { "\(20_000 + ($0 * 7919) % 10_500)" }
        let (test, list) = try list(titles)
        list.goToTop()
        list.move(by: 3)
        let chosen = list.selected?.title
        list.refill(in: .title)
        #expect(list.sorting == .underWay && list.selected?.title == chosen)
        try await list.$sorting.waitUntil { $0 == .done }
        #expect(list.selected?.title == chosen && list.rows?.ranking?.count == 10_500)
        list.goToTop()
        #expect(list.items.prefix(3).map(\.title) == ["20000", "20001", "20002"])
        // The library is used until here.
        withExtendedLifetime(test) {}
    }

    @Test func `rows of a sorted list can be selected`() throws {
        let (test, list) = try list(["c", "a", "d", "b"])
        list.refill(in: .title)
        list.goToTop()
        list.toggleSelecting()
        list.move(by: 2)
        #expect(list.items.map(list.isInSelection) == [true, true, true, false] && list.selectionCount == 3)
        list.markSelected(.starred)
        test.library.drain()
        #expect(
            try Set(test.library.items(of: test.library.listing(.starred), limit: 9).map(\.title)) == ["a", "b", "c"])
    }
}

@MainActor @Suite struct `A row by its number` {
    @Test func `a list goes to a row by its number, however far away`() async throws {
        let test = try TestLibrary(items: 13_000)
        let list = ItemListModel(LibraryNews(test.library, troubles: noTroubles()))
        list.fit(20)
        list.open(ItemSource(name: "Feed", scope: .feed(test.feed)))
        for row in [11_000, 2400, 12_900, 0] {
            list.go(toRow: row)
            try await list.loaded.$items.waitUntil { $0.contains { $0.title == "Item \(13_000 - row)" } }
            #expect(list.selected?.title == "Item \(13_000 - row)")
            let above = list.cursor.row
            try await list.loaded.$offset.waitUntil { $0 == row - above }
        }
    }
}

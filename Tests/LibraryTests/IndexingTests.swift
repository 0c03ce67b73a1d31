import FeedParser
import Foundation
import SQLite
import Signals
import TestSupport
import Testing

@testable import Library

@Suite struct IndexingTests {
    private let shelf: Shelf

    init() throws {
        shelf = try Shelf()
    }

    private func found(_ query: String, in shelf: Shelf? = nil) throws -> [String] {
        try (shelf ?? self.shelf).library.search(SearchQuery(query)).items.map(\.title)
    }

    private func index(_ shelf: Shelf? = nil) throws {
        try (shelf ?? self.shelf).library.indexForSearch(for: .seconds(60))
    }

    @Test func `a search reports how many items aren't indexed yet`() throws {
        try shelf.store((1...10).map { ParsedItem("moon \($0)") })
        #expect(try shelf.library.search(SearchQuery("moon")).unindexed == 10)
        try index()
        let results = try shelf.library.search(SearchQuery("moon"))
        #expect(results.unindexed == 0)
        #expect(results.matches == 10)
    }

    @Test func `a changed item is found by its new words, not by its old ones`() throws {
        try shelf.store(ParsedItem("a", text: "before"))
        try index()
        for round in 1...3 {
            try shelf.store(ParsedItem("a", text: "after\(round)"))
            #expect(try shelf.library.unindexedItems() == 1)
            try index()
            #expect(try shelf.library.unindexedItems() == 0)
            #expect(try found("after\(round)") == ["a"])
            #expect(try found("before OR after\(round - 1)") == [])
            #expect(try found("-before") == ["a"])
            #expect(try found("-after\(round)") == [])
        }
    }

    @Test func `an item that changed before it was indexed is found by its new words`() throws {
        try shelf.store(ParsedItem("a", text: "before"))
        try shelf.store(ParsedItem("a", text: "after"))
        try index()
        #expect(try found("after") == ["a"])
        #expect(try found("before") == [])
        #expect(try shelf.library.unindexedItems() == 0)
    }

    @Test func `deleted items, and items of removed feeds, aren't found`() throws {
        try shelf.store(ParsedItem("moon one"), ParsedItem("moon two"))
        try index()
        let one = try #require(try shelf.items().first { $0.title == "moon one" })
        try shelf.library.pool.write { try $0.run("DELETE FROM items WHERE id = ?", one.id) }
        #expect(try found("moon") == ["moon two"])
        try shelf.library.subscribe(to: [])
        #expect(try found("moon") == [])
    }

    @Test func `another process continues indexing where one stopped`() throws {
        try shelf.store((1...500).map { ParsedItem("moon \($0)", text: String(repeating: "word ", count: 500)) })
        let batch = try #require(try shelf.library.pool.read { try SearchBatch.next(of: 20_000, in: $0) })
        #expect(try shelf.library.pool.write { try $0.index(batch) })
        let left = try shelf.library.unindexedItems()
        #expect(left < 500 && left > 400)
        let other = try Shelf(sharing: shelf)
        try index(other)
        #expect(try other.library.search(SearchQuery("moon")).matches == 500)
    }

    @Test func `two processes never index the same items`() throws {
        try shelf.store(ParsedItem("moon"))
        let other = try Shelf(sharing: shelf)
        let batch = try #require(try shelf.library.pool.read { try SearchBatch.next(of: 20_000, in: $0) })
        try index(other)
        #expect(try shelf.library.pool.write { try $0.index(batch) } == false)
        #expect(try shelf.library.search(SearchQuery("moon")).matches == 1)
    }

    @Test func `a change of an item while it is being indexed isn't lost`() throws {
        try shelf.store(ParsedItem("a", text: "one"))
        try index()
        try shelf.store(ParsedItem("a", text: "two"))
        let batch = try #require(try shelf.library.pool.read { try SearchBatch.next(of: 20_000, in: $0) })
        try shelf.store(ParsedItem("a", text: "three"))
        try shelf.library.pool.write { _ = try $0.index(batch) }
        try index()
        #expect(try found("three") == ["a"])
        #expect(try found("one OR two") == [])
    }

    @Test func `items in several volumes are found, newest volume first`() throws {
        try shelf.store(ParsedItem("moon old", hoursAgo: 10))
        try shelf.library.pool.write {
            try $0.run("UPDATE sqlite_sequence SET seq = ? WHERE name = 'items'", 3 * SearchVolume.size)
        }
        try shelf.store(ParsedItem("moon new", hoursAgo: 1))
        try index()
        #expect(try found("moon") == ["moon new", "moon old"])
        #expect(try shelf.library.pool.read { try $0.searchVolumes().map(\.volume.number) } == [3, 0])
    }

    @Test func `a complete volume is merged into one part`() throws {
        try shelf.store((1...300).map { ParsedItem("moon \($0)", text: "word \($0)") })
        for _ in 0..<20 {
            let batch = try #require(try shelf.library.pool.read { try SearchBatch.next(of: 1000, in: $0) })
            try shelf.library.pool.write { _ = try $0.index(batch) }
        }
        try shelf.library.pool.write {
            try $0.run("UPDATE sqlite_sequence SET seq = ? WHERE name = 'items'", SearchVolume.size)
        }
        try shelf.store(ParsedItem("moon after"))
        try index()
        let parts = try shelf.library.pool.read { database in
            try database.first("SELECT count(DISTINCT segid) FROM search_0_idx") { $0.int(0) }
        }
        #expect(parts == 1)
        #expect(try shelf.library.search(SearchQuery("moon")).matches == 301)
    }

    @Test func `a volume that was discarded is indexed again`() throws {
        try shelf.store(ParsedItem("a", text: "before"))
        try index()
        try shelf.store(ParsedItem("a", text: "after"))
        try index()
        try shelf.library.pool.write { try $0.discard(SearchVolume(0)) }
        #expect(try found("after") == [])
        try index()
        #expect(try found("after") == ["a"])
        #expect(try found("before") == [])
    }

    @Test func `volumes with many outdated texts are written again when more items come`() async throws {
        try shelf.store(ParsedItem("moon"))
        try index()
        let texts = { [library = shelf.library] in try library.pool.read { try $0.searchVolumes().map(\.texts) } }
        try shelf.library.pool.write { try $0.run("UPDATE search_volumes SET texts = 1001") }
        #expect(try shelf.library.pool.read { try $0.staleSearchVolume() } == nil)
        try shelf.library.pool.write { try $0.run("UPDATE search_volumes SET texts = 1002") }
        #expect(try shelf.library.pool.read { try $0.staleSearchVolume() } == SearchVolume(0))
        // It still is after the new text.
        try shelf.library.pool.write { try $0.run("UPDATE search_volumes SET texts = 1004") }
        var caughtUp = shelf.library.searchIndexed.values().makeAsyncIterator()
        shelf.library.keepSearchIndexed()
        _ = await caughtUp.next()
        #expect(try texts() == [1004])
        try shelf.store(ParsedItem("sun"), ParsedItem("moon"))
        _ = await caughtUp.next()
        #expect(try texts() == [2])
        #expect(try found("moon") == ["moon"])
    }

    @Test func `a very long article is found by its beginning`() throws {
        let text = "<p>first</p>" + String(repeating: "<p>middle of ünicode</p>", count: 100_000) + "<p>last</p>"
        try shelf.store(ParsedItem("a", text: text))
        try index()
        #expect(try found("first") == ["a"])
        #expect(try found("last") == [])
    }

    @Test func `new items are indexed in the background`() async throws {
        var caughtUp = shelf.library.searchIndexed.values().makeAsyncIterator()
        shelf.library.keepSearchIndexed()
        for title in ["moon", "sun"] {
            try shelf.store(ParsedItem(title))
            repeat { _ = await caughtUp.next() } while try shelf.library.unindexedItems() > 0
            #expect(try found(title) == [title])
        }
    }
}

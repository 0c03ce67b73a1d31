import FeedParser
import Foundation
import SQLite
import TestSupport
import Testing

@testable import Library

@Suite struct `Limits of the cache` {
    private let shelf: Shelf
    private var library: Library { shelf.library }

    init() throws {
        shelf = try Shelf(feeds: 2)
        for feed in 1...2 {
            try shelf.store(
                (1...4).map { ParsedItem("\(feed)/\($0)", text: "text", hoursAgo: Double($0)) }, in: feed)
        }
    }

    private func item(_ title: String) throws -> ItemID {
        try #require(try library.items(unreadOnly: false, limit: .max).first { $0.title == title }).id
    }

    /// Stores a picture of a thousand bytes at a URL like the item's title.
    private func store(_ title: String, hours: Double = 0, isPreloaded: Bool = false, bytes: Int = 1000) throws {
        let picture = Array(title.utf8) + [UInt8](repeating: 0, count: bytes - title.utf8.count)
        _ = try library.store(
            FetchedPicture(url: title, bytes: picture), for: [item(title)], isPreloaded: isPreloaded,
            at: .noon + hours * 3600)
    }

    private func kept() throws -> [String] {
        let titles = try library.items(unreadOnly: false, limit: .max).map(\.title)
        return try library.pictures(at: titles).keys.sorted()
    }

    @Test func `articles and pictures share the room, and those used longest ago go first`() throws {
        try store("1/1")
        try library.store(
            FullText(html: String(repeating: "x", count: 1000), url: "", fetched: .noon + 60, letters: 1, reason: ""),
            of: item("1/2"), isPreloaded: false)
        try store("1/3", hours: 1)
        library.recordUse(ofPicturesAt: ["1/1"], at: .noon + 7200)
        library.drain()
        #expect(try library.discardCached(beyond: CacheLimits(bytes: 2000, age: 1e9), at: .noon) == 1)
        #expect(try kept() == ["1/1", "1/3"] && library.fullText(of: item("1/2")) == nil)
    }

    @Test func `pictures of starred items go last, and before them those that wait to be read`() throws {
        try store("1/1", hours: -9)
        try store("1/2", hours: -5, isPreloaded: true)
        for number in 3...4 { try store("1/\(number)") }
        library.mark(.item(try item("1/1")), .starred)
        library.drain()
        let limits = CacheLimits(bytes: 2000, age: 1e9)
        #expect(try library.discardCached(beyond: limits, at: .noon) == 2)
        #expect(try kept() == ["1/1", "1/2"])
        try shelf.mark("1/2")
        try store("2/1")
        #expect(try library.discardCached(beyond: limits, at: .noon) == 1)
        #expect(try kept() == ["1/1", "2/1"])
        #expect(try library.discardCached(beyond: CacheLimits(bytes: 9000, age: 1800), at: .noon + 3600) == 1)
        #expect(try kept() == ["1/1"])
    }

    @Test func `a picture is as dear as the dearest item with it`() throws {
        try store("1/1", hours: -9)
        try store("1/2")
        try library.link(picturesAt: ["1/1": [item("2/1"), item("2/2")]])
        library.mark(.item(try item("2/2")), .starred)
        library.drain()
        try library.discardCached(beyond: CacheLimits(bytes: 1000, age: 1e9), at: .noon)
        #expect(try kept() == ["1/1"])
    }

    @Test func `pictures that are too large for the settings go`() throws {
        try store("1/1", bytes: 5000)
        try store("1/2")
        try library.discardCached(beyond: CacheLimits(bytes: 9000, age: 1e9, largestPicture: 4000), at: .noon)
        #expect(try kept() == ["1/2"])
        try library.discardCached(beyond: CacheLimits(bytes: 9000, age: 1e9, largestPicture: 0), at: .noon)
        #expect(try kept().isEmpty)
    }

    @Test func `the summary counts each picture once, and clearing a feed leaves the others`() throws {
        for title in ["1/1", "1/2", "2/1"] { try store(title) }
        try library.link(picturesAt: ["1/1": [item("2/2")]])
        let summary = try library.cacheSummary()
        #expect(summary.feeds.map(\.pictures) == [2, 1] && summary.pictures == 3 && summary.pictureBytes == 3000)
        #expect(try library.clearCache(of: shelf.feed(2).id).pictures == 2)
        #expect(try kept() == ["1/2"] && library.check() == [])
        #expect(try library.clearCache(fetchedBefore: .noon).pictures == 0)
        #expect(try library.clearCache().pictures == 1)
    }

    @Test func `pictures of deleted items stay until the limits need the room`() throws {
        try store("1/1")
        // What deleting its item does.
        try Database(path: shelf.path, access: .readWrite).execute("DELETE FROM item_pictures")
        #expect(try library.cacheSummary().pictures == 1 && library.check() == [])
        try library.discardCached(beyond: CacheLimits(bytes: 10, age: 1e9), at: .noon)
        #expect(try library.cacheSummary().pictures == 0)
    }
}

import FeedParser
import Foundation
import Library
import Testing

@Suite struct FetchStateTests {
    private let shelf: Shelf
    private let library: Library
    private let feed: FeedID

    init() throws {
        shelf = try Shelf()
        library = shelf.library
        feed = try shelf.feed().id
    }

    @Test func `the feed's data and the server's validators are stored`() throws {
        let document = ParsedFeed(format: .rss20, title: "News", link: "https://example.org/")
        _ = try library.store(document, etag: "v1", lastModified: "today", for: feed, at: .noon)
        let (feed, kept) = (try shelf.feed(), try shelf.details())
        #expect((feed.name, kept.site, feed.fetching.lastSuccess) == ("News", "https://example.org/", .noon))
        #expect((kept.etag, kept.lastModified) == ("v1", "today"))
    }

    @Test func `a document without validators removes the old ones`() throws {
        _ = try library.store(.empty, etag: "v1", lastModified: "today", for: feed, at: .noon)
        _ = try library.store(.empty, etag: nil, lastModified: nil, for: feed, at: .noon)
        #expect(try (shelf.details().etag, shelf.details().lastModified) == (nil, nil))
    }

    @Test(arguments: [
        (nil, nil, "v1", "today"), ("v2", nil, "v2", "today"), (nil, "tomorrow", "v1", "tomorrow")
    ])
    func `an unchanged document keeps its validators unless the server sends others`(
        newEtag: String?, newDate: String?, etag: String, date: String
    ) throws {
        _ = try library.store(.empty, etag: "v1", lastModified: "today", for: feed, at: .noon)
        try library.noteUnchanged(etag: newEtag, lastModified: newDate, for: feed, at: .noon + 60)
        let kept = try shelf.details()
        #expect(try (kept.etag, kept.lastModified, shelf.feed().fetching.lastSuccess) == (etag, date, .noon + 60))
    }

    @Test func `a failure keeps the stored data and is added to it`() throws {
        _ = try library.store(.empty, etag: "v1", lastModified: nil, for: feed, at: .noon)
        try library.noteFailure("no luck", for: feed, at: .noon)
        let kept = try shelf.feed().fetching
        #expect(try (kept.lastError, shelf.details().etag, kept.lastSuccess) == ("no luck", "v1", .noon))
    }

    @Test func `the next document clears a failure`() throws {
        try library.noteFailure("no luck", for: feed, at: .noon)
        _ = try library.store(.empty, etag: nil, lastModified: nil, for: feed, at: .noon)
        #expect(try shelf.feed().fetching.lastError == nil)
    }

    @Test func `an answer that nothing has changed clears a failure`() throws {
        try library.noteFailure("no luck", for: feed, at: .noon)
        try library.noteUnchanged(etag: nil, lastModified: nil, for: feed, at: .noon)
        #expect(try shelf.feed().fetching.lastError == nil)
    }
}

extension ParsedFeed {
    fileprivate static let empty = ParsedFeed(format: .rss20)
}

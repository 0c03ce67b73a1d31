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

@Suite struct FeedHealthTests {
    private let shelf: Shelf

    init() throws { shelf = try Shelf() }

    private func store(_ answer: FetchOutcome<ParsedFeed>, _ figures: TransferFigures, hour: Int) throws {
        var fetched = Fetched(answer, for: try shelf.feed().id, at: .noon + Double(hour) * 3600)
        fetched.transfer = figures
        _ = try shelf.library.store([fetched]).map { try $0.get() }
    }

    private var document: FetchOutcome<ParsedFeed> { .document(ParsedFeed(format: .rss20, items: [ParsedItem("a")])) }

    @Test func `documents and failures are remembered, but not answers without news`() throws {
        let figures = TransferFigures(status: 200, received: 300, milliseconds: 20, size: 900)
        let (unchanged, failure) = (
            TransferFigures(status: 304, received: 9, milliseconds: 5), TransferFigures(status: 500)
        )
        try store(document, figures, hour: 0)
        try store(.failed("no luck", .server), failure, hour: 1)
        try store(.unchanged, unchanged, hour: 2)
        try store(.sentAgain, unchanged, hour: 3)
        let health = try shelf.library.health()[0]
        #expect(health.figures == TransferFigures(status: 304, received: 9, milliseconds: 5, size: 900))
        #expect(health.history.map(\.newItems) == [nil, 1])
        #expect(health.history.map(\.figures.status) == [500, 200])
        #expect(health.history.map(\.date) == [.noon + 3600, .noon])
    }

    @Test func `the last twenty fetches are remembered`() throws {
        for hour in 0..<30 { try store(document, TransferFigures(received: hour), hour: hour) }
        #expect(try shelf.library.health()[0].history.map(\.figures.received) == (10..<30).reversed())
    }

    @Test func `nothing is known about a feed that was never fetched`() throws {
        let health = try shelf.library.health()[0]
        #expect(health.figures == TransferFigures() && health.history.isEmpty)
    }
}

@Suite struct FeedHostTests {
    @Test(arguments: [
        ("https://example.org/feed", "example.org"), ("HTTP://Example.ORG", "example.org"),
        ("https://example.org:443/", "example.org"), ("http://example.org:443/", "example.org:443"),
        ("http://me:pass@example.org:8080?q", "example.org:8080"), ("http://a@b@example.org#x", "example.org"),
        ("http://[::1]:80/feed", "[::1]"), ("http://example.org\\@evil.example/", "example.org"),
        ("filter:sed s/a/b/:https://example.org/feed", "example.org")
    ])
    func `a feed's host is that of its URL`(url: String, host: String) {
        #expect(FeedHost(of: url)?.name == host)
    }

    @Test(arguments: [
        "", "file:///feed.xml", "exec:feeds --all", "filter:cat", "filter:cat:", "https://", "http://@/", "x"
    ])
    func `a feed that no server provides has no host`(url: String) {
        #expect(FeedHost(of: url) == nil)
    }
}

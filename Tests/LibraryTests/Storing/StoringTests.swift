import Foundation
import Signals
import TestSupport
import Testing

@testable import FeedParser
@testable import Library

@Suite struct StoringTests {
    private let shelf: Shelf

    init() throws { shelf = try Shelf() }

    @Test func `storing reports how many items are new and how many have changed`() throws {
        try shelf.store(ParsedItem("same"), ParsedItem("changed", text: "before"))
        let stored = try shelf.store(
            ParsedItem("new"), ParsedItem("same"), ParsedItem("changed", text: "after"))
        #expect((stored.new, stored.changed) == (1, 1))
        #expect(try stored.newestItem == shelf.items().first { $0.title == "new" }?.id)
    }

    @Test(arguments: [
        ("<p>Just landed,\n at <b>last</b>.</p><p>More soon.</p>", "Just landed, at last. More soon."),
        ("<p>" + String(repeating: "word ", count: 40) + "</p>", String(repeating: "word ", count: 20) + "…"),
        (String(repeating: "語", count: 300), String(repeating: "語", count: 100) + "…"), ("", "")
    ])
    func `an untitled item gets its opening words as the title`(html: String, title: String) throws {
        try shelf.store([ParsedItem(id: "1", content: html), ParsedItem(id: "2", title: "", summary: html)])
        #expect(try shelf.titles() == [title, title])
    }

    @Test func `storing the same document again brings nothing`() throws {
        let items = (1...5).map { ParsedItem("\($0)", text: "text") }
        try shelf.store(items)
        let stored = try shelf.store(items, at: .noon + 60)
        #expect((stored.new, stored.changed, stored.newestItem) == (0, 0, nil))
    }

    @Test(arguments: [
        ParsedItem(id: "1", title: "after"), ParsedItem(id: "1", title: "before", link: "https://example.org/1"),
        ParsedItem(id: "1", title: "before", authors: ["A. Writer"]),
        ParsedItem(id: "1", title: "before", summary: "text"), ParsedItem(id: "1", title: "before", content: "text")
    ])
    func `a change of a shown field is a change`(item: ParsedItem) throws {
        try shelf.store(ParsedItem(id: "1", title: "before"))
        #expect(try shelf.store(item).changed == 1)
        #expect(try shelf.store(item).changed == 0)
    }

    @Test func `a changed item keeps its place in the list`() throws {
        try shelf.store(ParsedItem("above", hoursAgo: 1), ParsedItem("before", id: "1", hoursAgo: 2))
        try shelf.store(ParsedItem("after", id: "1", text: "new text", hoursAgo: 0))
        #expect(try shelf.titles() == ["above", "after"])
        #expect(try shelf.library.article(shelf.items()[1].id)?.html == "new text")
    }

    @Test func `a changed item stays read`() throws {
        try shelf.store(ParsedItem("before", id: "1"))
        try shelf.mark("before")
        try shelf.store(ParsedItem("after", id: "1"))
        #expect(try shelf.items().map(\.isRead) == [true])
        #expect(try shelf.feed().unread == 0)
    }

    @Test func `a document without new items writes no items`() throws {
        let items = (1...5).map { ParsedItem("\($0)", text: "text", hoursAgo: 1) }
        try shelf.store(items)
        try shelf.forbidWriting(to: ["items", "contents", "states", "categories", "enclosures"])
        #expect(try shelf.store(items, at: .noon + 60) == Stored())
        #expect(throws: LibraryFailure.self) { try shelf.store(ParsedItem("new")) }
    }

    @Test func `an item that leaves the document stays in the library`() throws {
        try shelf.store(ParsedItem("old"), ParsedItem("kept"))
        try shelf.store(ParsedItem("kept"))
        #expect(try shelf.titles() == ["old", "kept"])
    }

    @Test(arguments: ["", "a\u{0}b", "née 日本 👩‍👩‍👧 \u{202E}", "'; DROP TABLE items; --"])
    func `text is stored unchanged`(text: String) throws {
        let authors = ["\(text)1", "\(text)2"]
        try shelf.store(ParsedItem(id: "1", title: text, link: text, authors: authors, content: text))
        let item = try #require(try shelf.items().first)
        #expect(item.title == text)
        #expect(item.link == text)
        #expect(item.author == "\(text)1, \(text)2")
        #expect(try shelf.library.article(item.id)?.html == text)
    }

    @Test func `texts in lists are cut to a length that people read, but URLs aren't`() throws {
        let long = "https://example.org/" + String(repeating: "x", count: 10_000)
        try shelf.store(ParsedItem(id: "1", title: long, link: long, authors: [long, long]))
        let item = try #require(try shelf.items().first)
        #expect(item.title.count == 1000 && item.author?.count == 1000 && item.link == nil)
        try shelf.store(ParsedItem(id: "2", link: String(long.prefix(8000))))
        #expect(try shelf.items().contains { $0.link?.count == 8000 })
    }

    @Test func `an article names its feed, and has the summary if there is no content`() throws {
        try shelf.store(ParsedItem(id: "1", summary: "summary"))
        let article = try #require(try shelf.library.article(shelf.items()[0].id))
        #expect(article.feedName == "Feed 1")
        #expect(article.html == "summary")
        #expect(try shelf.library.article(ItemID(0)) == nil)
    }
}

/// Storing several feeds in one transaction.
@Suite struct BatchTests {
    private let shelf: Shelf

    init() throws { shelf = try Shelf(feeds: 3) }

    @Test func `each feed of a batch gets its own document`() throws {
        try shelf.library.noteFailure("no luck", for: feed(2), at: .noon)
        let stored = try shelf.library.store([
            document(["a", "b"], for: 1), Fetched(.unchanged, for: feed(2), etag: "v2", at: .noon + 1),
            Fetched(.failed("gone"), for: feed(3), at: .noon + 2)
        ])
        #expect(try stored.map { try $0.get().new } == [2, 0, 0])
        #expect(try shelf.titles(in: 1) == ["a", "b"])
        #expect(try (shelf.feed(2).fetching.lastError, shelf.details(2).etag) == (nil, "v2"))
        #expect(try (shelf.feed(3).fetching.lastError, shelf.feed(3).fetching.errorCount) == ("gone", 1))
    }

    @Test func `changes of a batch are reported feed by feed`() throws {
        let changes = Record<LibraryChange>()
        shelf.library.changes.onNext { changes.add($0) }
        _ = try shelf.library.store([document(["a"], for: 1), document([], for: 2), document(["b", "c"], for: 3)])
        let feeds = try (1...3).map(feed)
        #expect(
            changes.entries == [
                .newItems(feeds[0], News(ofFeed: 1, listed: 1), newest: ItemID(1)), .feed(feeds[0]), .feed(feeds[1]),
                .newItems(feeds[2], News(ofFeed: 2, listed: 2), newest: ItemID(3)), .feed(feeds[2])
            ])
    }

    @Test func `a document that can't be stored doesn't affect the others of its batch`() throws {
        try shelf.forbidWriting(to: ["items"], when: "new.title = 'bad'")
        let stored = try shelf.library.store([
            document(["a"], for: 1), document(["b", "bad"], for: 2), document(["c"], for: 3)
        ])
        #expect(try (stored[0].get().new, stored[2].get().new) == (1, 1))
        #expect(throws: LibraryFailure.self) { try stored[1].get() }
        #expect(try (1...3).map(shelf.titles) == [["a"], [], ["c"]])
        #expect(try shelf.feed(2).unread == 0)
    }

    @Test func `a feed that is in a batch twice gets the items of both documents`() throws {
        let stored = try shelf.library.store([document(["a"], for: 1), document(["b", "a"], for: 1)])
        #expect(try stored.map { try $0.get().new } == [1, 1])
        #expect(try shelf.titles() == ["b", "a"])
    }

    @Test func `a feed that was deleted meanwhile is left out of a batch`() throws {
        let stored = shelf.library.store([Fetched(.document(ParsedFeed(format: .rss20)), for: FeedID(99), at: .noon)])
        #expect(try stored[0].get() == Stored())
    }

    @Test func `items stored for a feed that was removed meanwhile are in no list over several feeds`() throws {
        let left = try feed(1)
        try shelf.library.subscribe(to: [Shelf.url(2)])
        _ = shelf.library.store([
            Fetched(.document(ParsedFeed(format: .rss20, items: [ParsedItem("a")])), for: left, at: .noon)
        ])
        #expect(try shelf.unreadTitles() == [])
        try shelf.library.subscribe(to: [Shelf.url(1), Shelf.url(2)])
        #expect(try shelf.unreadTitles() == ["a"])
    }

    private func feed(_ number: Int) throws -> FeedID { try shelf.feed(number).id }

    private func document(_ titles: [String], for number: Int) throws -> Fetched {
        let document = ParsedFeed(format: .rss20, title: "Feed \(number)", items: titles.map { ParsedItem($0) })
        return Fetched(.document(document), for: try feed(number), at: .noon)
    }
}

/// What feeds say about items besides title, link and text.
@Suite struct CompleteItemTests {
    private let shelf: Shelf

    init() throws { shelf = try Shelf() }

    @Test func `an article has everything that its feed says about it`() throws {
        try shelf.store(.complete)
        let article = try #require(try shelf.library.article(shelf.items()[0].id))
        #expect((article.guid, article.language, article.image) == ("1", "en", "https://example.org/1.png"))
        #expect((article.published, article.updated) == (.noon - 60, .noon - 30))
        #expect(article.categories == [.init(name: "news", scheme: nil), .init(name: "space", scheme: "topics")])
        #expect(article.enclosures == [.init(url: "https://example.org/1.mp3", type: "audio/mpeg", length: 1234)])
        #expect(article.transcripts == [.init(url: "https://example.org/1.vtt", type: "text/vtt", language: "en")])
        #expect(
            article.comments == .init(link: "https://example.org/1#talk", feed: "https://example.org/1.rss", count: 7))
        #expect(article.origin == .init(title: "Elsewhere", link: "https://example.net/feed"))
        #expect(article.episode == .init(duration: 90, season: 2, number: 3, chapters: "https://example.org/1.json"))
        #expect(article.location == .init(latitude: 52.5, longitude: -13.4))
        #expect(article.inReplyTo == "0")
    }

    @Test func `an article has nothing that its feed doesn't say`() throws {
        try shelf.store(ParsedItem())
        let article = try #require(try shelf.library.article(shelf.items()[0].id))
        #expect((article.guid, article.published, article.location, article.inReplyTo) == (nil, nil, nil, nil))
        #expect(article.categories.isEmpty && article.enclosures.isEmpty && article.transcripts.isEmpty)
        #expect((article.comments, article.origin, article.episode) == (.init(), .init(), .init()))
    }

    @Test(arguments: ParsedItem.variations)
    func `every changed field of an item counts as a change, once`(item: ParsedItem) throws {
        try shelf.store(.complete)
        #expect(try shelf.store(item).changed == 1)
        #expect(try shelf.store(item).changed == 0)
    }

    @Test func `a field that a feed no longer gives is removed`() throws {
        try shelf.store(.complete)
        try shelf.store(ParsedItem(id: "1", title: "title"))
        let article = try #require(try shelf.library.article(shelf.items()[0].id))
        #expect(article.categories.isEmpty && article.enclosures.isEmpty && article.transcripts.isEmpty)
        #expect((article.image, article.comments) == (nil, .init()))
    }
}

extension ParsedItem {
    fileprivate static let complete = ParsedItem(
        id: "1", title: "title", link: "https://example.org/1", authors: ["A. Writer"], published: .noon - 60,
        updated: .noon - 30, content: "text", categories: ["news", ParsedCategory("space", scheme: "topics")],
        enclosures: [ParsedEnclosure(url: "https://example.org/1.mp3", type: "audio/mpeg", length: 1234)],
        image: "https://example.org/1.png", language: "en",
        comments: ParsedComments(link: "https://example.org/1#talk", feed: "https://example.org/1.rss", count: 7),
        source: ParsedSource(title: "Elsewhere", link: "https://example.net/feed"),
        episode: ParsedEpisode(
            duration: 90, season: 2, number: 3, chapters: "https://example.org/1.json",
            transcripts: [.init(url: "https://example.org/1.vtt", type: "text/vtt", language: "en")]),
        location: ParsedLocation(latitude: 52.5, longitude: -13.4), inReplyTo: "0")

    fileprivate static let variations: [ParsedItem] = [
        complete.with { $0.published = .noon - 61 }, complete.with { $0.updated = nil },
        complete.with { $0.categories.removeLast() }, complete.with { $0.categories[1].scheme = nil },
        complete.with { $0.enclosures[0].length = nil }, complete.with { $0.enclosures[0].url += "?2" },
        complete.with { $0.image = nil }, complete.with { $0.language = "de" },
        complete.with { $0.comments?.count = 8 }, complete.with { $0.source?.title = nil },
        complete.with { $0.episode?.duration = 91 }, complete.with { $0.episode?.transcripts = [] },
        complete.with { $0.location?.latitude = 0 }, complete.with { $0.inReplyTo = nil }
    ]

    private func with(_ change: (inout ParsedItem) -> Void) -> ParsedItem {
        var item = self
        change(&item)
        return item
    }
}

import Foundation
import Testing

@testable import FeedParser
@testable import Library

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

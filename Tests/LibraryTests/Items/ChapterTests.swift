import Foundation
import System
import Testing

@testable import FeedParser
@testable import Library

@Suite struct `Chapters of an episode` {
    private let shelf: Shelf

    init() throws {
        shelf = try Shelf()
    }

    /// A stored episode with a file, and the chapters that its feed has or names.
    private func article(text: String = "", chapters: String? = nil, type: String = "audio/mpeg") throws -> Article {
        var item = ParsedItem("Episode", text: text)
        item.enclosures = [ParsedEnclosure(url: "https://a.example/1.mp3", type: type)]
        item.episode = ParsedEpisode(chapters: chapters)
        try shelf.store(item)
        return try #require(try shelf.library.article(shelf.items()[0].id))
    }

    private func told(_ chapters: [Chapter]) -> [String] {
        chapters.map { "\($0.start.milliseconds) \($0.title)" + ($0.url.map { " " + $0 } ?? "") }
    }

    @Test func `chapters that a feed has in itself are its list`() throws {
        let feed = """
            <rss version="2.0" xmlns:psc="http://podlove.org/simple-chapters"><channel><item><title>1</title>
            <enclosure url="https://a.example/1.mp3" type="audio/mpeg"/><psc:chapters><psc:chapter start="1:00.5" title="Birds"
            href="https://a.example/birds"/><psc:chapter start="0" title="Hello"/></psc:chapters></item></channel></rss>
            """
        _ = try shelf.library.store(
            FeedParser.parse(Array(feed.utf8)), etag: nil, lastModified: nil, for: shelf.feed().id, at: .noon)
        let article = try #require(try shelf.library.article(shelf.items()[0].id))
        #expect(told(article.chapters()) == ["0 Hello", "60500 Birds https://a.example/birds"])
        #expect(article.chaptersURL == nil)
    }

    @Test func `a list that was fetched comes first, without what a player can't use`() throws {
        let article = try article(text: "0:00 Notes<br>1:00 More", chapters: "https://a.example/c.json")
        let document = """
            {"version": "1.2.0", "chapters": [
              {"startTime": 60.25, "endTime": 70, "title": "Birds", "url": "javascript:x", "img": "https://a.example/i.png"},
              {"startTime": 0, "title": " Hello\\n there "}, {"startTime": 30, "title": "Silent", "toc": false},
              {"startTime": -1, "title": "No"}, {"startTime": 1e99, "title": "No"}, {"startTime": "x", "title": "No"},
              {"startTime": 5}, {"title": "No"}, 7, {"startTime": 90, "title": "End", "toc": true}, {"startTime": 99, "ti
            """
        #expect(
            told(article.chapters(inFetched: Array(document.utf8))) == ["0 Hello there", "60250 Birds", "90000 End"])
        #expect(article.chaptersURL == "https://a.example/c.json")
        for broken in ["", "<html>", "[]", "{\"chapters\": 5}", "{\"chapters\": []}"] {
            #expect(told(article.chapters(inFetched: Array(broken.utf8))) == ["0 Notes", "60000 More"])
        }
    }

    @Test func `lines of the text that begin with a time are chapters if there are several`() throws {
        #expect(try told(article(text: "<li>1:00 Birds<li>0:00 Hello").chapters()) == ["0 Hello", "60000 Birds"])
        #expect(try article(text: "1:00 Birds").chapters().isEmpty)
        #expect(try article(text: "0:00 Hello<br>1:00 Birds", type: "image/png").chapters().isEmpty)
    }

    @Test func `a million chapters are cut to 2,000`() throws {
        let many = "{\"chapters\":[" + String(repeating: "{\"startTime\":1,\"title\":\"x\"},", count: 1_000_000)
        #expect(try article().chapters(inFetched: Array(many.utf8)).count == 2000)
        let lines = String(repeating: "1:00 x<br>", count: 5000)
        #expect(try article(text: lines).chapters().count == 2000)
    }
}

@Suite struct `Transcripts instead of pages` {
    private let shelf: Shelf
    private var library: Library { shelf.library }

    init() throws {
        shelf = try Shelf()
    }

    private func store(_ transcripts: [(url: String, type: String?, language: String?)], link: String? = nil) throws
        -> ItemID
    {
        var item = ParsedItem("Episode", text: "Notes")
        (item.link, item.language) = (link, "de-DE")
        item.episode = ParsedEpisode(
            transcripts: transcripts.map { .init(url: $0.url, type: $0.type, language: $0.language) })
        try shelf.store(item)
        return try shelf.items()[0].id
    }

    private func text(_ reason: String) -> FullText {
        FullText(html: "<p>Words", url: "u", fetched: .noon, letters: 5, reason: reason, etag: "\"1\"")
    }

    @Test func `the transcript is in the item's language and the richest form`() throws {
        func best(_ transcripts: (String, String?, String?)...) throws -> String? {
            try library.pageLink(of: store(transcripts.map { ($0.0, $0.1, $0.2) }, link: "https://a.example/"))?.link
        }
        #expect(try best() == "https://a.example/")
        #expect(try best(("h", "text/html", nil), ("p", nil, nil), ("v", "text/vtt; charset=utf-8", nil)) == "v")
        #expect(
            try best(("p", "text/plain", nil), ("j", "application/json", nil), ("s", "application/x-subrip", nil))
                == "s")
        #expect(try best(("v", "text/vtt", "en"), ("p", "text/plain", "DE")) == "p")
        #expect(try best(("e", "text/vtt", "en"), ("f", "text/vtt", "fr")) == "e")
    }

    @Test func `an item with a transcript needs no link to be fetched`() throws {
        let item = try store([("https://a.example/t.vtt", "text/vtt", nil)])
        #expect(try library.itemsWithoutPage(among: [item], limit: 5) == [item])
        let page = try #require(try library.pageToFetch(of: item))
        #expect(page.link == "https://a.example/t.vtt" && page.transcript?.type == "text/vtt")
        #expect(try library.article(item)?.hasOtherText == true)
    }

    @Test func `once a feed names a transcript, the page's article is asked for no more`() throws {
        let item = try store([], link: "https://a.example/")
        try library.store(text("it is the article"), of: item, isPreloaded: false)
        #expect(try library.pageToFetch(of: item)?.etag == "\"1\"")
        #expect(try library.article(item)?.has(text("it is the article")) == true)
        #expect(try store([("https://a.example/t.vtt", "text/vtt", nil)], link: "https://a.example/") == item)
        #expect(try library.pageToFetch(of: item)?.etag == nil)
        #expect(try library.article(item)?.has(text("it is the article")) == false)
        try library.store(text(FullText.transcript), of: item, isPreloaded: false)
        #expect(try library.pageToFetch(of: item)?.etag == "\"1\"")
        let article = try #require(try library.article(item)).showing(text(FullText.transcript))
        #expect(article.isTranscript && !article.isFromPage)
    }
}

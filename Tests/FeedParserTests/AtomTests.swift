import FeedParser
import Foundation
import Testing

struct AtomTests {
    @Test func `the feed's own elements give the Atom feed's data`() throws {
        var feed = try Fixture.feed("atom-blog.xml")
        feed.items = []
        #expect(
            feed
                == ParsedFeed(
                    format: .atom10,
                    title: "Werft & Kai",
                    link: "https://werft.example/blog/",
                    description: "1 < 2",
                    language: "de",
                    image: "https://werft.example/logo.png",
                    updated: try Date(utc: "2026-11-05T08:30:00Z").addingTimeInterval(0.5),
                    authors: ["Frieda Bug"],
                    selfLink: "https://werft.example/blog/feed.xml"))
    }

    @Test func `an Atom entry has everything from its elements`() throws {
        #expect(
            try Fixture.feed("atom-blog.xml").items.first
                == ParsedItem(
                    id: "tag:werft.example,2026:1",
                    title: "Ein Kiel",
                    link: "https://werft.example/blog/1.html",
                    authors: ["Clara Spant", "dirk@werft.example"],
                    published: try Date(utc: "2026-11-01T00:00:00Z"),
                    updated: try Date(utc: "2026-11-02T00:00:00Z"),
                    summary: "a &lt; b &amp;amp; c",
                    content: "<p class=\"a&quot;b\">1 &lt; 2<br></p><i></i>",
                    categories: ["Schiffe", "holz"],
                    enclosures: [
                        ParsedEnclosure(url: "https://werft.example/ton/1.ogg", type: "audio/ogg", length: 99)
                    ]))
    }

    @Test func `an Atom entry's authors are its source's, otherwise the feed's`() throws {
        let items = try Fixture.feed("atom-blog.xml").items
        #expect(items.map(\.authors) == [["Clara Spant", "dirk@werft.example"], ["Emil Heck"], ["Frieda Bug"]])
    }

    @Test func `the URL of an author without a name is used only if nobody else is named`() throws {
        let entry = "<entry><author><name/><uri>https://ada.example/</uri></author></entry>"
        let source = "<entry><source><author><uri>https://bob.example/</uri></author></source></entry>"
        func authors(_ parts: String) throws -> [[String]] {
            let document = "<feed xmlns='http://www.w3.org/2005/Atom'>\(parts)</feed>"
            return try FeedParser.parse(Array(document.utf8)).items.map(\.authors)
        }
        let feedAuthor = "<author><name>Clara</name></author>"
        #expect(try authors(feedAuthor + entry + source) == [["Clara"], ["Clara"]])
        #expect(try authors(entry + source) == [["https://ada.example/"], ["https://bob.example/"]])
    }

    @Test func `an entry's xml:base starts from the feed's`() throws {
        #expect(try Fixture.feed("atom-blog.xml").items[1].link == "https://werft.example/blog/archiv/2.html")
    }

    @Test func `a plain Atom title keeps text that looks like a tag`() throws {
        #expect(try Fixture.feed("atom-blog.xml").items[1].title == "Plain <b> text")
    }

    @Test func `escaped HTML in Atom is kept unchanged`() throws {
        #expect(try Fixture.feed("atom-blog.xml").items[1].content == "<p>Planken</p>")
    }

    @Test func `Atom content that isn't text is left out`() throws {
        #expect(try Fixture.feed("atom-blog.xml").items[2].content == nil)
    }
}

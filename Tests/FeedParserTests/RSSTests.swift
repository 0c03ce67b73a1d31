import FeedParser
import Foundation
import Testing

struct RSSTests {
    @Test func `the channel's own elements give the RSS feed's data`() throws {
        var feed = try Fixture.feed("rss-podcast.xml")
        feed.items = []
        #expect(
            feed
                == ParsedFeed(
                    format: .rss20,
                    title: "Harbour & Sea",
                    link: "https://harbour.example/",
                    description: "What the tide brought",
                    language: "en-GB",
                    image: "https://harbour.example/logo.png",
                    updated: try Date(utc: "2026-11-05T08:30:00Z"),
                    selfLink: "https://harbour.example/feed.xml"))
    }

    @Test func `an RSS item has everything from its elements`() throws {
        #expect(
            try Fixture.feed("rss-podcast.xml").items.first
                == ParsedItem(
                    id: "episode-1",
                    title: "AT&T, a < b and bold words",
                    link: "https://harbour.example/episodes/1",
                    authors: ["Ada Keel", "Ben Mast"],
                    published: try Date(utc: "2026-11-04T18:00:00Z"),
                    summary: "<p>Short</p>",
                    content: "<p>Long &amp; full</p>",
                    categories: ["Boats", "Tides & Moons"],
                    enclosures: [
                        ParsedEnclosure(
                            url: "https://harbour.example/1.mp3?a=1&b=2", type: "audio/mpeg", length: 12345)
                    ]))
    }

    @Test func `a guid is the link of an item without one`() throws {
        let item = try Fixture.feed("rss-podcast.xml").items[1]
        #expect(item.id == "https://harbour.example/episodes/2")
        #expect(item.link == "https://harbour.example/episodes/2")
    }

    @Test(arguments: ["<guid isPermaLink='false'>https://a.example/1</guid>", "<guid>urn:uuid:1</guid>"])
    func `a guid that isn't a permanent web URL isn't a link`(guid: String) throws {
        #expect(try FeedParser.parse(rss(item: guid)).items.first?.link == nil)
    }

    @Test func `an item's link overrides its guid in either order`() throws {
        let item = "<guid>https://a.example/guid</guid><link>https://a.example/link</link>"
        #expect(try FeedParser.parse(rss(item: item)).items.first?.link == "https://a.example/link")
    }

    @Test func `a Dublin Core date replaces a missing pubDate`() throws {
        #expect(try Fixture.feed("rss-podcast.xml").items[1].published == Date(utc: "2026-11-03T07:00:00Z"))
    }

    @Test func `a description with unescaped markup keeps it`() throws {
        #expect(try Fixture.feed("rss-podcast.xml").items[1].summary == "Ropes <i>and</i> knots &amp; bends")
    }

    @Test func `an Atom link is the feed's link unless it leads to the feed itself`() throws {
        let channel = "<a:link rel='self' href='https://a.example/feed'/><a:link href='https://a.example/'/>"
        let document = rss(channel: channel, attributes: "xmlns:a='http://www.w3.org/2005/Atom'")
        #expect(try FeedParser.parse(document).link == "https://a.example/")
    }

    @Test func `elements are recognised by namespace, not by prefix`() throws {
        let item = try #require(try Fixture.feed("rss-foreign-namespaces.xml").items.first)
        #expect(item == ParsedItem(title: "The item's own", authors: ["Somebody"]))
    }

    @Test(arguments: [
        ("0.91", FeedFormat.rss091), ("0.92", .rss092), ("0.94", .rss094), ("2.0", .rss20), ("2.0.1", .rss20),
        ("7", .rss), ("", .rss)
    ])
    func `the root element's version determines the format`(version: String, format: FeedFormat) throws {
        let document = Array("<rss version='\(version)'><channel/></rss>".utf8)
        #expect(try FeedParser.parse(document).format == format)
    }

    @Test func `entities of the Netscape DTD are read without the DTD`() throws {
        let feed = try Fixture.feed("rss-0.91-netscape-doctype.xml")
        #expect(feed.title == "Café News")
        #expect(feed.items.first?.title == "Old © timer")
    }

    @Test func `relative links start from the document's URL`() throws {
        let item = "<link>../one</link><enclosure url='/a.mp3' length='?'/>"
        let parsed = try FeedParser.parse(
            rss(channel: "<link>/</link>", item: item), baseURL: "https://a.example/feeds/all.xml")
        #expect(parsed.link == "https://a.example/")
        #expect(parsed.items.first?.link == "https://a.example/one")
        #expect(parsed.items.first?.enclosures == [ParsedEnclosure(url: "https://a.example/a.mp3")])
    }

    @Test(arguments: [
        ("ada@a.example (Ada)", "Ada"), ("Ada (ada@a.example)", "Ada"), ("Ada <ada@a.example>", "Ada"),
        ("Ada (the first)", "Ada (the first)"), ("ada@a.example", "ada@a.example"),
        ("ada@a.example ()", "ada@a.example")
    ])
    func `an author is the name beside a mail address`(text: String, name: String) throws {
        let escaped = text.replacing("<", with: "&lt;")
        #expect(try FeedParser.parse(rss(item: "<author>\(escaped)</author>")).items.first?.authors == [name])
    }

    @Test func `blank elements are ignored`() throws {
        let item = "<title> </title><link/><author></author><category> </category><description> </description>"
        #expect(try FeedParser.parse(rss(item: item)).items == [ParsedItem()])
    }
}

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

/// The formats before RSS 2.0 and Atom 1.0.
struct OldFormatTests {
    private func rdf(_ namespace: String) -> [UInt8] {
        let text = """
            <r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='\(namespace)'>
            <channel><title>Feed</title><link>https://a.example/</link></channel>
            <image><title>Not the feed's</title><url>https://a.example/i.png</url></image>
            <item r:about='https://a.example/1'><title>One</title></item>
            </r:RDF>
            """
        return Array(text.utf8)
    }

    @Test(arguments: [
        ("http://purl.org/rss/1.0/", FeedFormat.rss10), ("http://my.netscape.com/rdf/simple/0.9/", .rss090)
    ])
    func `RDF's items are beside their channel and identified by their subject`(uri: String, format: FeedFormat)
        throws
    {
        #expect(
            try FeedParser.parse(rdf(uri))
                == ParsedFeed(
                    format: format, title: "Feed", link: "https://a.example/", image: "https://a.example/i.png",
                    items: [ParsedItem(id: "https://a.example/1", title: "One", link: "https://a.example/1")]))
    }

    private func atom03(_ entry: String) throws -> ParsedItem {
        let text = "<feed version='0.3' xmlns='http://purl.org/atom/ns#'><entry>\(entry)</entry></feed>"
        return try #require(FeedParser.parse(Array(text.utf8)).items.first)
    }

    @Test func `Atom 0.3 dates an entry by its issue and modification`() throws {
        let item = try atom03("<issued>2026-11-05</issued><modified>2026-11-06</modified><created>2026-11-04</created>")
        #expect(try item.published == Date(utc: "2026-11-05T00:00:00Z"))
        #expect(try item.updated == Date(utc: "2026-11-06T00:00:00Z"))
    }

    @Test(arguments: [
        ("mode='escaped' type='text/html'", "&lt;b&gt;bold&lt;/b&gt;"), ("mode='xml'", "<b>bold</b>"),
        ("mode='base64'", "PGI+Ym9sZDwv\n Yj4="), ("", "<b>bold</b>")
    ])
    func `Atom 0.3 gives the form of text in its mode`(attributes: String, text: String) throws {
        #expect(try atom03("<content \(attributes)>\(text)</content>").content == "<b>bold</b>")
    }

    @Test func `a single entry is a feed`() throws {
        let entry = "<entry xmlns='http://www.w3.org/2005/Atom'><id>urn:1</id><title>Alone</title></entry>"
        #expect(try FeedParser.parse(Array(entry.utf8)).items == [ParsedItem(id: "urn:1", title: "Alone")])
    }

    @Test func `Atom without a namespace is Atom`() throws {
        let feed = try FeedParser.parse(Array("<feed><title>T</title><entry><title>E</title></entry></feed>".utf8))
        #expect(feed == ParsedFeed(format: .atom, title: "T", items: [ParsedItem(title: "E")]))
    }
}

struct NamespaceTests {
    private func document(declaring attributes: String, _ item: String) -> [UInt8] {
        rss(item: item, attributes: attributes)
    }

    @Test(arguments: [
        "http://search.yahoo.com/mrss/", "http://search.yahoo.com/mrss", "https://search.yahoo.com/mrss/",
        "http://www.rssboard.org/media-rss", "HTTP://Search.Yahoo.com/mrss/"
    ])
    func `a namespace is recognised by all its URIs`(uri: String) throws {
        let document = document(declaring: "xmlns:m='\(uri)'", "<m:title>Known</m:title>")
        #expect(try FeedParser.parse(document).items.first?.title == "Known")
    }

    @Test func `an undeclared prefix has its usual meaning`() throws {
        let document = document(declaring: "", "<dc:creator>Ada</dc:creator><nosuch:title>No</nosuch:title>")
        #expect(try FeedParser.parse(document).items == [ParsedItem(authors: ["Ada"])])
    }

    @Test(arguments: ["urn:nothing", "http://backend.userland.com/rss2"])
    func `the root's own namespace is its format's, whatever it claims`(uri: String) throws {
        let text = "<rss version='2.0' xmlns='\(uri)'><channel><item><title>T</title></item></channel></rss>"
        #expect(try FeedParser.parse(Array(text.utf8)).items.first?.title == "T")
    }

    @Test func `the case of names is ignored`() throws {
        let text = "<RSS version='2.0'><Channel><ITEM><PUBDATE>2026-11-05</PUBDATE></ITEM></Channel></RSS>"
        #expect(try FeedParser.parse(Array(text.utf8)).items.first?.published != nil)
    }

    @Test func `content of unknown elements is ignored`() throws {
        let item =
            "<event><title>Inner</title></event><svg xmlns='http://www.w3.org/2000/svg'><title>Picture</title></svg>"
        #expect(try FeedParser.parse(rss(item: item)).items == [ParsedItem()])
    }
}

import Foundation
import Testing

@testable import FeedParser

/// The vocabularies besides RSS and Atom, one test each.
struct VocabularyTests {
    private func item(_ parts: String, declaring prefix: String, as uri: String) throws -> ParsedItem {
        try #require(try FeedParser.parse(rss(item: parts, attributes: "xmlns:\(prefix)='\(uri)'")).items.first)
    }

    private func feed(_ parts: String, declaring prefix: String, as uri: String) throws -> ParsedFeed {
        try FeedParser.parse(rss(channel: parts, attributes: "xmlns:\(prefix)='\(uri)'"))
    }

    @Test func `Dublin Core's elements replace missing ones of the format`() throws {
        let parts = """
            <d:identifier>7</d:identifier><d:title>T</d:title><d:creator>Ada</d:creator><d:subject>Boats</d:subject>
            <d:date>2026-11-05</d:date><d:description>D</d:description><d:language>nl</d:language>
            """
        #expect(
            try item(parts, declaring: "d", as: "http://purl.org/dc/elements/1.1/")
                == ParsedItem(
                    id: "7", title: "T", authors: ["Ada"], published: Date(utc: "2026-11-05T00:00:00Z"), summary: "D",
                    categories: ["Boats"], language: "nl"))
    }

    @Test func `Dublin Core's terms date an item`() throws {
        let parts = "<t:issued>2026-11-05</t:issued><t:modified>2026-11-06</t:modified>"
        let item = try item(parts, declaring: "t", as: "http://purl.org/dc/terms/")
        #expect(try item.published == Date(utc: "2026-11-05T00:00:00Z"))
        #expect(try item.updated == Date(utc: "2026-11-06T00:00:00Z"))
    }

    @Test func `Dublin Core's terms date a feed that gives no other date`() throws {
        let uri = "http://purl.org/dc/terms/"
        let issued = "<t:issued>2026-11-05</t:issued>"
        #expect(try feed(issued, declaring: "t", as: uri).updated == Date(utc: "2026-11-05T00:00:00Z"))
        let modified = issued + "<t:modified>2026-11-06</t:modified>"
        #expect(try feed(modified, declaring: "t", as: uri).updated == Date(utc: "2026-11-06T00:00:00Z"))
    }

    @Test func `comments are counted by Slash and have a feed by the Comment API`() throws {
        let parts = "<comments>https://a.example/#c</comments><s:comments>12</s:comments>"
        let counted = try item(parts, declaring: "s", as: "http://purl.org/rss/1.0/modules/slash/")
        #expect(counted.comments == ParsedComments(link: "https://a.example/#c", count: 12))
        let fed = try item(
            "<w:commentRss>https://a.example/c.xml</w:commentRss>", declaring: "w",
            as: "http://wellformedweb.org/CommentAPI/")
        #expect(fed.comments == ParsedComments(feed: "https://a.example/c.xml"))
    }

    @Test func `threading gives an entry's parent and number of replies`() throws {
        let parts = "<t:in-reply-to ref='urn:1'/><t:total>3</t:total>"
        let item = try item(parts, declaring: "t", as: "http://purl.org/syndication/thread/1.0")
        #expect(item.inReplyTo == "urn:1")
        #expect(item.comments?.count == 3)
    }

    @Test(arguments: [("hourly", "2", 30), ("daily", "1", 1440), ("weekly", "7", 1440), ("daily", "0", 1440)])
    func `syndication gives the minutes between changes`(period: String, times: String, minutes: Int) throws {
        let parts = "<y:updatePeriod> \(period)\n</y:updatePeriod><y:updateFrequency>\(times)</y:updateFrequency>"
        let feed = try feed(parts, declaring: "y", as: "http://purl.org/rss/1.0/modules/syndication/")
        #expect(feed.schedule.updateInterval == minutes)
    }

    @Test func `a media group describes an item without its own data`() throws {
        let parts = """
            <m:group><m:title>T</m:title><m:content url='https://a.example/v.mp4' type='video/mp4' fileSize='9'/>
            <m:thumbnail url='https://a.example/t.jpg'/><m:description>one\n\ntwo &lt; three</m:description></m:group>
            """
        #expect(
            try item(parts, declaring: "m", as: "http://search.yahoo.com/mrss/")
                == ParsedItem(
                    title: "T", summary: "<p>one</p><p>two &lt; three</p>",
                    enclosures: [ParsedEnclosure(url: "https://a.example/v.mp4", type: "video/mp4", length: 9)],
                    image: "https://a.example/t.jpg"))
    }

    @Test func `a Flash player isn't a file of an item, but its video is`() throws {
        let video = "<m:content url='https://a.example/v.mp4' type='video/mp4'/>"
        let parts = """
            <link>https://a.example/watch</link>
            <m:group><m:title>T</m:title>
            <m:content url='https://a.example/v/1?version=3' type='application/x-shockwave-flash' width='640'/>
            \(video)</m:group><enclosure url='https://a.example/1.swf' type='Application/X-Shockwave-Flash'/>
            """
        let item = try item(parts, declaring: "m", as: "http://search.yahoo.com/mrss/")
        #expect(item.link == "https://a.example/watch")
        #expect(item.enclosures == [ParsedEnclosure(url: "https://a.example/v.mp4", type: "video/mp4")])
    }

    @Test func `a file in both RSS and Media RSS is one enclosure`() throws {
        let parts = "<enclosure url='https://a.example/1.mp3'/><m:content url='https://a.example/1.mp3'/>"
        #expect(try item(parts, declaring: "m", as: "http://search.yahoo.com/mrss/").enclosures.count == 1)
    }

    @Test func `a picture of Media RSS is the item's picture and its last enclosure`() throws {
        let parts = """
            <m:content url='https://a.example/p.png' type='image/png' fileSize='7'/>
            <m:content url='https://a.example/v.mp4' type='video/mp4'/>
            """
        let item = try item(parts, declaring: "m", as: "http://search.yahoo.com/mrss/")
        #expect(item.image == "https://a.example/p.png")
        #expect(
            item.enclosures == [
                ParsedEnclosure(url: "https://a.example/v.mp4", type: "video/mp4"),
                ParsedEnclosure(url: "https://a.example/p.png", type: "image/png", length: 7)
            ])
    }

    @Test func `iTunes keywords are categories`() throws {
        let uri = "http://www.itunes.com/dtds/podcast-1.0.dtd"
        let keywords = "<i:keywords>tea, boats ,,</i:keywords>"
        #expect(try item(keywords, declaring: "i", as: uri).categories == ["tea", "boats"])
        #expect(try feed(keywords, declaring: "i", as: uri).categories == ["tea", "boats"])
    }

    @Test func `iTunes keywords never make more than 100 categories`() throws {
        let keywords = (0..<200).map { "<i:keywords>a\($0),b\($0)</i:keywords>" }.joined()
        let item = try item(keywords, declaring: "i", as: "http://www.itunes.com/dtds/podcast-1.0.dtd")
        #expect(item.categories.count == 100)
    }

    @Test(arguments: [("3600", 3600), ("60:00", 3600), ("1:00:05", 3605), ("an hour", nil), ("1:2:3:4", nil), ("", nil)]
    )
    func `an episode's duration is read from hours, minutes and seconds`(text: String, seconds: Int?) throws {
        let parts = "<i:duration>\(text)</i:duration>"
        let item = try item(parts, declaring: "i", as: "http://www.itunes.com/dtds/podcast-1.0.dtd")
        #expect(item.episode?.duration == seconds)
    }

    @Test func `a podcast's own elements describe the feed and the episode`() throws {
        let uri = "http://www.itunes.com/DTDs/Podcast-1.0.dtd"
        let parts = """
            <i:image href='/cover.jpg'/><i:summary>About</i:summary><i:author>Ada</i:author>
            <i:category text='Science'><i:category text='Physics'/></i:category>
            <i:new-feed-url>https://b.example/</i:new-feed-url>
            """
        let feed = try feed(parts, declaring: "i", as: uri)
        #expect(feed.image == "/cover.jpg")
        #expect(feed.description == "About")
        #expect(feed.authors == ["Ada"])
        #expect(feed.categories == ["Science", "Physics"])
        #expect(feed.newAddress == "https://b.example/")
        let item = try item("<i:season>2</i:season><i:episode>5</i:episode>", declaring: "i", as: uri)
        #expect(item.episode == ParsedEpisode(season: 2, number: 5))
    }

    @Test func `chapters and transcripts are given by URL`() throws {
        let parts = """
            <p:chapters url='https://a.example/c.json' type='application/json'/>
            <p:transcript url='https://a.example/t.srt' type='application/srt' language='en'/>
            """
        #expect(
            try item(parts, declaring: "p", as: "https://podcastindex.org/namespace/1.0").episode
                == ParsedEpisode(
                    chapters: "https://a.example/c.json",
                    transcripts: [.init(url: "https://a.example/t.srt", type: "application/srt", language: "en")]))
    }

    private func chapters(_ list: String) throws -> String? {
        let parts = "<p:chapters version='1.2'>\(list)</p:chapters>"
        return try item(parts, declaring: "p", as: "http://podlove.org/simple-chapters/").episode?.chapters
    }

    @Test func `chapters in the feed itself are kept as JSON`() throws {
        let list = """
            <p:chapter start='0' title='Hello &quot;you&quot;'/><p:chapter start='00:08:26.250' title='Birds' href='/b' image='i.png'/>
            <p:chapter start='-5' title='No'/><p:chapter title='No'/><p:chapter start='9:00'/>
            """
        #expect(
            try chapters(list) == #"""
                {"chapters":[{"startTime":0,"title":"Hello \"you\""},{"startTime":506.250,"title":"Birds","url":"/b"}]}
                """#)
        #expect(try chapters("") == nil)
        let many = String(repeating: "<p:chapter start='1:00' title='x'/>", count: 3000)
        #expect(try chapters(many)?.split(separator: "{").count == 2001)
    }

    @Test func `the original link replaces FeedBurner's`() throws {
        let parts = "<link>https://feeds.example/~r/1</link><f:origLink>https://a.example/1</f:origLink>"
        let item = try item(parts, declaring: "f", as: "http://rssnamespace.org/feedburner/ext/1.0")
        #expect(item.link == "https://a.example/1")
    }

    @Test func `the original text replaces a missing description`() throws {
        let parts = "<s:markdown>Just *words*</s:markdown>"
        #expect(try item(parts, declaring: "s", as: "http://source.scripting.com/").summary == "<p>Just *words*</p>")
    }

    @Test(arguments: ["<g:point>52.5 13.4</g:point>", "<g:point>52.5,13.4</g:point>"])
    func `a location is a latitude and a longitude`(point: String) throws {
        let item = try item(point, declaring: "g", as: "http://www.georss.org/georss")
        #expect(item.location == ParsedLocation(latitude: 52.5, longitude: 13.4))
    }

    @Test func `a location outside the Earth is ignored`() throws {
        let item = try item("<g:point>152.5 13.4</g:point>", declaring: "g", as: "http://www.georss.org/georss")
        #expect(item.location == nil)
    }

    @Test func `hints on when not to fetch are read`() throws {
        let parts = """
            <ttl>60</ttl><skipHours><hour>0</hour><hour>24</hour><hour>23</hour><hour>99</hour></skipHours>
            <skipDays><day>Saturday</day><day>sun</day><day>Someday</day></skipDays>
            """
        #expect(
            try FeedParser.parse(rss(channel: parts)).schedule
                == ScheduleHints(timeToLive: 60, skippedHours: [0, 23], skippedDays: [6, 0]))
    }
}

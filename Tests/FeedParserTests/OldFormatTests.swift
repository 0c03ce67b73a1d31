import FeedParser
import Foundation
import Testing

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

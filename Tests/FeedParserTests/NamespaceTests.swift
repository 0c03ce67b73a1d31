import FeedParser
import Testing

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

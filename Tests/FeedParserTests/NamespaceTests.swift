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
    func `a namespace is known under every address that the world gives it`(uri: String) throws {
        let document = document(declaring: "xmlns:m='\(uri)'", "<m:title>Known</m:title>")
        #expect(try FeedParser.parse(document).items.first?.title == "Known")
    }

    @Test func `a prefix that is not declared means what it usually means`() throws {
        let document = document(declaring: "", "<dc:creator>Ada</dc:creator><nosuch:title>No</nosuch:title>")
        #expect(try FeedParser.parse(document).items == [ParsedItem(authors: ["Ada"])])
    }

    @Test(arguments: ["urn:nothing", "http://backend.userland.com/rss2"])
    func `a root's own namespace is its format's, whatever it says`(uri: String) throws {
        let text = "<rss version='2.0' xmlns='\(uri)'><channel><item><title>T</title></item></channel></rss>"
        #expect(try FeedParser.parse(Array(text.utf8)).items.first?.title == "T")
    }

    @Test func `names count whatever the size of their letters`() throws {
        let text = "<RSS version='2.0'><Channel><ITEM><PUBDATE>2026-11-05</PUBDATE></ITEM></Channel></RSS>"
        #expect(try FeedParser.parse(Array(text.utf8)).items.first?.published != nil)
    }

    @Test func `what stands in an element that nobody knows is nobody's`() throws {
        let item =
            "<event><title>Inner</title></event><svg xmlns='http://www.w3.org/2000/svg'><title>Picture</title></svg>"
        #expect(try FeedParser.parse(rss(item: item)).items == [ParsedItem()])
    }
}

import FeedParser
import Testing

struct RefusalTests {
    @Test(arguments: ["", " \n\t", "\u{FEFF}"])
    func `a document of nothing but white space is empty`(text: String) {
        #expect(failure(Array(text.utf8)) == .empty)
    }

    @Test func `a web page is named by its title`() throws {
        #expect(failure(try Fixture.bytes("web-page.html")) == .notAFeed("an HTML page, titled “Sign in & go on”"))
    }

    @Test(arguments: [
        ("<html><body>", "an HTML page"),
        ("<html xmlns='http://www.w3.org/1999/xhtml'/>", "an HTML page"),
        ("{\"a\": 1}", "a JSON document"), ("Not found", "plain text"), ("%PDF-1.7", "a PDF document"),
        ("<svg xmlns='http://www.w3.org/2000/svg'/>", "an SVG image"),
        ("<entry xmlns='http://www.w3.org/2005/Atom'/>", "a single Atom entry"),
        ("<feed xmlns='http://purl.org/atom/ns#'/>", "an Atom 0.3 feed, which is not read yet"),
        ("<note><to/></note>", "an XML document that begins with <note>")
    ])
    func `what is no feed is told by what it is`(text: String, description: String) {
        #expect(failure(Array(text.utf8)) == .notAFeed(description))
    }

    @Test func `an image is told by its first bytes`() {
        #expect(failure([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A]) == .notAFeed("a PNG image"))
    }

    @Test func `a list of subscriptions is no feed`() throws {
        #expect(failure(try Fixture.bytes("opml-subscriptions.xml")) == .notAFeed("an OPML list of feeds"))
    }

    @Test func `broken XML is told by line and reason`() throws {
        let failure = failure(try Fixture.bytes("rss-mismatched-tags.xml"))
        #expect(
            failure == .brokenXML(line: 4, reason: "Opening and ending tag mismatch: title line 4 and tilte"))
        #expect(
            failure?.description == "broken XML in line 4: Opening and ending tag mismatch: title line 4 and tilte")
    }
}

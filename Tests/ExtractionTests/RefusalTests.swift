import Extraction
import Testing

@Suite struct `A page without an article` {
    @Test(arguments: [
        ("login", ExtractionRefusal.login), ("consent", .consent), ("application", .needsScripts)
    ])
    func `a page in the article's place is refused with the reason`(name: String, refusal: ExtractionRefusal) {
        #expect(throws: refusal) { try Pages.article(in: name) }
    }

    @Test(
        arguments: [
            ("%PDF-1.7 …", nil, ExtractionRefusal.pdf), ("…", "application/pdf", .pdf), ("…", "video/mp4", .video),
            ("…", "image/png", .notHTML("image/png")), ("{\"a\":1}", "text/html", .notHTML("application/json")),
            ("<?xml version='1.0'?><!-- x --><rss version='2.0'>", nil, .feed),
            ("<feed xmlns='http://www.w3.org/2005/Atom'>", "text/html", .feed), ("<rdf:RDF>", nil, .feed),
            ("GIF89a\0\0\0", nil, .notHTML("application/octet-stream")), ("", nil, .tooLittleText),
            ("<title>Empty</title>", nil, .tooLittleText)
        ] as [(String, String?, ExtractionRefusal)])
    func `what isn't a page to read is refused with its kind`(page: String, type: String?, refusal: ExtractionRefusal) {
        #expect(throws: refusal) { try Pages.article(in: Array(page.utf8), contentType: type) }
    }

    @Test func `a page of more than 8 MB is refused`() {
        let page = [UInt8](repeating: UInt8(ascii: "x"), count: 8 << 20 + 1)
        #expect(throws: ExtractionRefusal.tooLarge) { try Pages.article(in: page) }
    }

    @Test func `a video with a line of text is refused, and one with an article isn't`() throws {
        let head = "<meta property='og:type' content='video.other'>"
        #expect(throws: ExtractionRefusal.video) {
            try Pages.article(in: Pages.page(head: head, ["A cat falls off a sofa."]))
        }
        #expect(try Pages.article(in: Pages.page(head: head, (1...5).map(Pages.prose))).letters > 500)
    }

    @Test func `an article that speaks of cookies and passwords is an article`() throws {
        let page = Pages.page(
            (1...9).map(Pages.prose) + ["The button says “accept all cookies”. <input type=password> Nobody reads on."])
        #expect(try Pages.article(in: page).text.contains("accept all cookies"))
    }

    @Test(arguments: [
        (ExtractionRefusal.login, "the page asks you to log in"), (.notHTML("image/png"), "not a web page: image/png"),
        (.tooLarge, "the page is larger than 8 MB"), (.needsScripts, "the page needs JavaScript")
    ])
    func `each reason is said in words`(refusal: ExtractionRefusal, words: String) {
        #expect(refusal.description == words)
    }
}

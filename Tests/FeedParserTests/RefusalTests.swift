import FeedParser
import TestSupport
import Testing

struct RefusalTests {
    @Test(arguments: ["", " \n\t", "\u{FEFF}"])
    func `a blank document is empty`(text: String) {
        #expect(failure(Array(text.utf8)) == .empty)
    }

    @Test func `a web page is named by its title`() throws {
        #expect(failure(try Fixture.bytes("web-page.html")) == .notAFeed("an HTML page, titled “Sign in & go on”"))
    }

    @Test(arguments: [
        ("<html><body>", "an HTML page"),
        ("<html xmlns='http://www.w3.org/1999/xhtml'/>", "an HTML page"),
        ("{\"a\": 1}", "a JSON document"), ("Not\u{1B}[1m found\nx", "plain text: “Not [1m found”"),
        ("%PDF-1.7", "a PDF document"),
        ("<svg xmlns='http://www.w3.org/2000/svg'/>", "an SVG image"),
        ("<entry/>", "an XML document that begins with <entry>"),
        ("<\(String(repeating: "e", count: 5000))/>", "an XML document with an overlong name"),
        ("<note><to/></note>", "an XML document that begins with <note>")
    ])
    func `a document that isn't a feed is described`(text: String, description: String) {
        #expect(failure(Array(text.utf8)) == .notAFeed(description))
    }

    @Test(
        arguments: [
            ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A], "a PNG image"), (Array("RIFF____WEBPVP8 ".utf8), "a WebP image"),
            ([0, 0, 0, 0x20] + Array("ftypisom".utf8), "an MPEG-4 film"), ([0x7F] + Array("ELF".utf8), "a program"),
            ([0x1F, 0x8B, 8, 0], "a gzip archive"), (Array("PK\u{3}\u{4}".utf8), "a ZIP archive"),
            (Array("abc".utf8) + [0, 1, 2], "binary data")
        ] as [([UInt8], String)])
    func `a file is recognised by its first bytes`(bytes: [UInt8], description: String) {
        #expect(failure(bytes) == .notAFeed(description))
    }

    @Test(arguments: [
        "<div><h1>x</h1></div>", "<!-- x --><!DOCTYPE html PUBLIC '-//W3C//DTD HTML 4.01//EN'><custom-page>",
        "<?xml version='1.0'?><!DOCTYPE html><html xmlns='http://www.w3.org/1999/xhtml'/>", "Warning: x in y\n<html>",
        "<center>502 Bad Gateway</center>"
    ])
    func `a page is recognised by every kind of beginning`(page: String) {
        #expect(failure(Array(page.utf8)) == .notAFeed("an HTML page"))
    }

    @Test func `a feed that is declared as HTML is a feed`() throws {
        let document = "<!DOCTYPE html><rss version='2.0'><channel><title>x</title></channel></rss>"
        #expect(try FeedParser.parse(Array(document.utf8)).title == "x")
    }

    @Test(arguments: [
        ("<!doctype html", "not a feed but plain text: “x<!doctype html<!doctype"),
        ("<!--", "not a feed but plain text: “x<!--<!--"), ("<html", "not a feed but an HTML page"),
        ("<?xml ", "invalid XML in line 1")
    ])
    func `text with repeated beginnings of pages isn't a feed, and is read in linear time`(piece: String, words: String)
    {
        let document = { (count: Int) in Array(("x" + String(repeating: piece, count: count)).utf8) }
        #expect(failure(document(10_000))?.description.hasPrefix(words) == true)
        // Four times as much is still within the range that is searched for a page.
        #expect(growsSteadily(from: 1000) { _ = failure(document($0)) })
    }

    @Test func `an OPML list isn't a feed`() throws {
        #expect(failure(try Fixture.bytes("opml-subscriptions.xml")) == .notAFeed("an OPML list of feeds"))
    }
}

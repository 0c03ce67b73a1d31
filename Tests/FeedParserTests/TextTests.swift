import TestSupport
import Testing

@testable import FeedParser

/// The text of an element, from bytes to a string.
struct TextTests {
    @Test func `an item's content comes before its description`() throws {
        let item = """
            <description>Short</description><content:encoded><![CDATA[<p>Long</p>]]></content:encoded>
            """
        let parsed = try FeedParser.parse(rss(item: item)).items.first
        #expect(parsed?.summary == "Short")
        #expect(parsed?.content == "<p>Long</p>")
    }

    @Test func `HTML with some unescaped tags keeps all of them`() throws {
        let feed = """
            <feed xmlns='http://www.w3.org/2005/Atom'><entry>\
            <content type='html'><div>&lt;b&gt;1&lt;/b&gt; and <br/></div></content></entry></feed>
            """
        #expect(try FeedParser.parse(Array(feed.utf8)).items.first?.content == "<div><b>1</b> and <br></div>")
    }

    @Test func `pieces of text and CDATA become one text`() throws {
        let item = "<title>one<![CDATA[ <two> ]]>three&#32;&amp; four<!-- not this --></title>"
        #expect(try FeedParser.parse(rss(item: item)).items.first?.title == "one <two> three & four")
    }

    @Test(arguments: [
        Array("plain".utf8), Array("ünï — 日本 😀".utf8), [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
        [0xE2, 0x82], [0x80], [0x61, 0xFF], [0xE0, 0x9F, 0x80], Array(repeating: 0x61, count: 40) + [0xC3], []
    ])
    func `UTF-8 is validated like the standard library does`(bytes: [UInt8]) {
        for padding in 0..<17 {
            let padded = Array(repeating: UInt8(ascii: "x"), count: padding) + bytes
            let isUTF8 = padded.withUnsafeBufferPointer { $0.isUTF8 }
            #expect(isUTF8 == (String(validating: padded, as: UTF8.self) != nil))
        }
    }

    @Test(arguments: [("QQ==", "A"), ("QUI=", "AB"), ("QUJD", "ABC"), ("QU\nJD", "ABC"), ("w6k=", "é")])
    func `base64 is read across line breaks`(encoded: String, text: String) {
        #expect(Array(encoded.utf8).withUnsafeBufferPointer { Base64.text(in: $0) } == text)
    }

    @Test(arguments: ["Q", "Q=Q=", "no base64!", "/w=="])
    func `invalid base64 gives no text`(encoded: String) {
        #expect(Array(encoded.utf8).withUnsafeBufferPointer { Base64.text(in: $0) } == nil)
    }
}

struct PlainTextTests {
    @Test(arguments: [
        ("AT&T", "AT&T"), ("AT&amp;T", "AT&T"), ("&amp;lt;b&amp;gt;", "&lt;b&gt;"), ("&lt;b&gt;", "<b>"),
        ("&eacute;&#233;&#xE9;", "ééé"), ("?a=1&copy=2", "?a=1&copy=2"), ("&nosuch; &#x110000;", "&nosuch; \u{FFFD}")
    ])
    func `references in HTML are decoded exactly once`(html: String, text: String) {
        #expect(PlainText.of(html: html) == text)
    }

    @Test(arguments: [
        ("a < b", "a < b"), ("Vec<T> and Map<Key, Value>", "Vec<T> and Map<Key, Value>"), ("1<2", "1<2"),
        ("<b>bold</B> move", "bold move"), ("un<wbr>broken", "unbroken"), ("one<br/>two", "one two"),
        ("<a title=\"x > y\" href='#'>link</a>", "link"), ("a<!-- no -->b", "ab"), ("open <b", "open <b"),
        ("Optional<Image> and Array<Output>", "Optional<Image> and Array<Output>"), ("5 <ms> <mi>", "5 <ms> <mi>")
    ])
    func `HTML's tags are removed and other angle brackets stay`(html: String, text: String) {
        #expect(PlainText.of(html: html) == text)
    }

    @Test func `white space and control characters become single spaces`() {
        #expect(PlainText.of(html: "\n a\t\r\n b \u{7F} c\u{1B}d ") == "a b c d")
    }

    @Test func `a reference can't produce a control character`() {
        #expect(PlainText.of(html: "a&#27;[2J&#155;&#0;") == "a\u{FFFD}[2J›\u{FFFD}")
    }

    @Test func `a hundred thousand unclosed tags are read in linear time`() {
        let html = String(repeating: "<b <!-- &", count: 100_000)
        #expect(processorTime { _ = PlainText.of(html: html) } < .longestWork)
    }
}

struct EntityTests {
    private func item(_ parts: String, declaring declarations: String = "") throws -> ParsedItem? {
        let type = declarations.isEmpty ? "" : "<!DOCTYPE rss [\(declarations)]>"
        return try FeedParser.parse(Array(type.utf8) + rss(item: parts)).items.first
    }

    @Test func `HTML's entities need no declaration, in text or attributes`() throws {
        let item = try item("<title>caf&eacute; &mdash; &hearts;</title><enclosure url='a?b=&eacute;&amp;c=&lt;'/>")
        #expect(item?.title == "café — ♥")
        #expect(item?.enclosures.first?.url == "a?b=é&c=<")
    }

    @Test func `all names that HTML has are known, also those that stand for two characters`() throws {
        #expect(try item("<title>a&NewLine;b &nvlt; &CounterClockwiseContourIntegral;</title>")?.title == "a b <⃒ ∳")
        #expect(try item("<title>&nvlt; &fjlig; AT&T</title>")?.title == "<⃒ fj AT&T")
    }

    @Test func `a short entity of the document's own is what it says, with references in it decoded`() throws {
        let declarations = "<!ENTITY name 'Ada &#38;eacute; &amp; Co'><!ENTITY both '&name;!'>"
        #expect(try item("<title>&name;, &both;</title>", declaring: declarations)?.title == "Ada é & Co, Ada é & Co!")
    }

    @Test func `an entity with markup is ignored`() throws {
        let declaration = "<!ENTITY bold '<title>evil</title>'>"
        #expect(try item("<title>a &bold; b</title>", declaring: declaration)?.title == "a &bold; b")
    }

    @Test(arguments: [
        ("don&#146;t", "don’t"), ("don\u{92}t", "don’t"), ("Â é", "Â é"), ("a\u{A0}b", "a\u{A0}b"),
        ("a&#129;b", "a\u{FFFD}b"), ("a\u{81}b", "a\u{FFFD}b")
    ])
    func `stray control characters are those of windows-1252`(text: String, title: String) throws {
        #expect(try item("<title>\(text)</title>")?.title == title)
    }
}

/// Relative links inside the HTML of a feed.
struct HTMLLinkTests {
    private func body(_ html: String, baseURL: String? = "https://a.example/feed/all.xml") throws -> String? {
        let item = "<description><![CDATA[\(html)]]></description>"
        return try FeedParser.parse(rss(item: item), baseURL: baseURL).items.first?.summary
    }

    @Test(arguments: [
        ("<a href='b.html'>x</a>", "<a href='https://a.example/feed/b.html'>x</a>"),
        ("<a href=\"/b?c#d\">x</a>", "<a href=\"https://a.example/b?c#d\">x</a>"),
        ("<a class=x href=../b>x</a>", "<a class=x href=https://a.example/b>x</a>"),
        ("<IMG alt='a > b' SRC = 'i.png'/>", "<IMG alt='a > b' SRC = 'https://a.example/feed/i.png'/>"),
        ("<img src='//b.example/i.png'>", "<img src='https://b.example/i.png'>"),
        (
            "<video poster='p.png'><source src='v.mp4'></video>",
            "<video poster='https://a.example/feed/p.png'><source src='https://a.example/feed/v.mp4'></video>"
        ),
        ("<a href='..\\b c'>x</a>", "<a href='https://a.example/b%20c'>x</a>"),
        ("<a href='%2e%2e/b'>x</a>", "<a href='https://a.example/b'>x</a>"),
        ("<a href='b?c=d e'>x</a>", "<a href='https://a.example/feed/b?c=d%20e'>x</a>"),
        ("<a href=' b '>x</a> tail", "<a href='https://a.example/feed/b'>x</a> tail")
    ])
    func `a relative link in HTML starts from the document's URL`(html: String, resolved: String) throws {
        #expect(try body(html) == resolved)
    }

    @Test(arguments: [
        "<a href='https://b.example/c'>x</a>", "<a href='mailto:a@b.example'>x</a>", "<a href=''>x</a>",
        "<a href>x</a>", "<a href='#fn1'>1</a>", "<a href=#fn1>1</a>",
        "a < b href='c'", "<p title='href=x'>href='y'</p>", "<p data-src='x'>", "<a href='unclosed", "<a href=", "<"
    ])
    func `other links in HTML stay unchanged`(html: String) throws {
        #expect(try body(html) == html)
    }

    @Test(arguments: ["b", "../b"])
    func `a resolved link keeps the host as in its document`(link: String) throws {
        let resolved = try body("<a href='\(link)'>x</a>", baseURL: "https://Bücher.Example/feed")
        #expect(resolved == "<a href='https://Bücher.Example/b'>x</a>")
    }

    @Test func `links stay unchanged without a base URL`() throws {
        #expect(try body("<a href='b'>x</a>", baseURL: nil) == "<a href='b'>x</a>")
    }

    @Test func `links in inline XHTML start from the nearest xml:base`() throws {
        let feed = """
            <feed xmlns='http://www.w3.org/2005/Atom' xml:base='https://a.example/'><entry>
            <content type='xhtml' xml:base='b/'><div xmlns='http://www.w3.org/1999/xhtml' xml:base='c/'><a href='d'/>\
            <p xml:base='/e/'><img src='f'/></p><a href='g'/><a href='#h'/></div></content>
            <link href='h'/></entry></feed>
            """
        let item = try #require(FeedParser.parse(Array(feed.utf8)).items.first)
        #expect(
            item.content == """
                <a href="https://a.example/b/c/d"></a><p><img src="https://a.example/e/f"></p>\
                <a href="https://a.example/b/c/g"></a><a href="#h"></a>
                """)
        #expect(item.link == "https://a.example/h")
    }
}

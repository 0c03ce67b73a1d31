import CLibXML2
import Testing

@testable import FeedParser

/// Documents that aren't well-formed: each line has a mistake and its meaning.
struct MendingTests {
    private func mended(_ text: String) throws -> String {
        String(decoding: try #require(try MendedDocument(Array(text.utf8)[...])).bytes, as: UTF8.self)
    }

    /// The mended content of an RSS channel.
    private func channel(_ text: String) throws -> String {
        let whole = try mended("<rss><channel>\(text)</channel></rss>")
        #expect(whole.hasPrefix("<rss><channel>") && whole.hasSuffix("</channel></rss>"))
        return String(whole.dropFirst("<rss><channel>".count).dropLast("</channel></rss>".count))
    }

    private func isWellFormed(_ text: String) -> Bool {
        let outcome = Result { () throws(ParseFailure) in
            try SAXParser(LibXML2.loaded.get()).read(Array(text.utf8)[...], baseURL: nil)
        }
        if case .failure(.brokenXML) = outcome { return false }
        return true
    }

    @Test(arguments: [
        ("AT&T & a=1&b=2", "AT&amp;T &amp; a=1&amp;b=2"), ("a < b, c <3, <<", "a &lt; b, c &lt;3, &lt;&lt;"),
        ("a ]]> b", "a ]]&gt; b"), ("&nbsp;&eacute;&Eacute;&mdash;", "\u{A0}éÉ—"),
        ("&amp;&lt;&#38;&#x3C;", "&amp;&lt;&#38;&#60;"),
        ("&nosuch; &; &#; &#x;", "&amp;nosuch; &amp;; &amp;#; &amp;#x;"), ("&copy 2026", "&amp;copy 2026"),
        ("&#8217 &#x2019;", "’ ’"), ("&#146;\u{92}", "’’"), ("&#0;&#xD800;&#x110000;&#99999999999;", "����"),
        ("a\u{0}\u{1}\u{1B}b\u{C}c\u{FFFE}\u{FFFF}", "ab c")
    ])
    func `mended characters keep their meaning`(text: String, mended: String) throws {
        #expect(try channel("<title>\(text)</title>") == "<title>\(mended)</title>")
    }

    @Test(arguments: [
        ("<title>a<link>b</link>", "<title>a</title><link>b</link>"),
        ("<title>a</tilte><link>b</link>", "<title>a</title><link>b</link>"),
        ("<TITLE>a</Title>", "<TITLE>a</TITLE>"),
        ("<item><title>a<item><title>b", "<item><title>a</title></item><item><title>b</title></item>"),
        ("<image><url>u</image><item>", "<image><url>u</url></image><item></item>"),
        ("<image><url>u<item>", "<image><url>u</url></image><item></item>"),
        ("<description><b><i>a</b></i></description>", "<description><b><i>a</i></b></description>"),
        (
            "<description><p>a<p>b<li>c<li>d</description>",
            "<description><p>a</p><p>b<li>c</li><li>d</li></p></description>"
        ),
        ("<description>a<br>b</br><img src='c'>d</description>", "<description>a<br/>b<img src=\"c\"/>d</description>"),
        ("<description>a</div></item></description>", "<description>a</description>"),
        ("<description>a <b>b<pubDate>c", "<description>a <b>b</b></description><pubDate>c</pubDate>"),
        ("<title>a</title<link>b</link>", "<title>a</title><link>b</link>"),
        ("<title>a</ title ><title>b</>c</title>", "<title>a</title><title>bc</title>"),
        ("<guid>a</guid/><link/ >", "<guid>a</guid><link/>")
    ])
    func `missing and wrong end tags are corrected`(text: String, mended: String) throws {
        #expect(try channel(text) == mended)
    }

    @Test(arguments: [
        ("<a href=b c>d</a>", "<a href=\"b\" c=\"c\">d</a>"), ("<a href='b' href='c'/>", "<a href=\"b\"/>"),
        ("<a href=\"b\"title='c'/>", "<a href=\"b\" title=\"c\"/>"), ("<a t=\"a<b&c\">", "<a t=\"a&lt;b&amp;c\"></a>"),
        ("<a t='\"'/>", "<a t=\"&quot;\"/>"),
        ("<a href=\"b>c</a> <a href=\"d\">e</a>", "<a href=\"b\">c</a> <a href=\"d\">e</a>"),
        ("<a , 1=2 d='e'/>", "<a d=\"e\"/>"), ("<a href=http://b/>c</a>", "<a href=\"http://b/\">c</a>")
    ])
    func `mended attributes get quotes and values, and occur once`(text: String, mended: String) throws {
        #expect(try channel("<description>\(text)</description>") == "<description>\(mended)</description>")
    }

    @Test(arguments: [
        ("Ada <ada@example.org>", "Ada &lt;ada@example.org>"), ("a Vec<T> of</T>", "a Vec&lt;T> of&lt;/T>"),
        ("a <b and c> d <y and z>", "a <b and=\"and\" c=\"c\"> d &lt;y and z></b>"),
        ("<http://a.example/>", "&lt;http://a.example/>"),
        ("<svg><path/></svg><my-tag/>", "<svg><path/></svg><my-tag/>")
    ])
    func `text that looks like a tag stays text`(text: String, mended: String) throws {
        #expect(try channel("<description>\(text)</description>") == "<description>\(mended)</description>")
    }

    @Test(arguments: [
        ("<!-- a -- b --><title>c</title>", "<title>c</title>"), ("<!-- a ><title>b</title>", "<title>b</title>"),
        ("<?php a ?><title>b</title>", "<title>b</title>"), ("<?php a ><title>b</title>", "<title>b</title>"),
        ("<![if a]><title>b</title><![endif]>", "<title>b</title>"),
        ("<title><![CDATA[a & <b>]]></title>", "<title><![CDATA[a & <b>]]></title>"),
        ("<title><![cdata[a\u{1}]]></title>", "<title><![CDATA[a]]></title>"),
        ("<title><![CDATA[a</title><link>b</link>", "<title><![CDATA[a]]></title><link>b</link>"),
        (
            "<title><![CDATA[a</title><link><![CDATA[b]]></link>",
            "<title><![CDATA[a]]></title><link><![CDATA[b]]></link>"
        ),
        ("<description><![CDATA[a <![CDATA[b]]></description>", "<description><![CDATA[a <![CDATA[b]]></description>")
    ])
    func `sections, comments and instructions always end`(text: String, mended: String) throws {
        #expect(try channel(text) == mended)
    }

    @Test(arguments: [
        "<br /><b>Warning</b>: in a.php\n<?xml version='1.0'?><!-- <rss> --><rss><channel><item></item></channel></rss>",
        "<rss><channel><item></item></channel></rss> junk <b>more</b> &",
        "<rss><channel></channel></rss><item></item>",
        "<rss><channel></channel></rss><rss><channel><item></item></channel></rss>",
        "<rss><channel></channel><item></item></rss></channel>"
    ])
    func `junk around the root is dropped, and items after it are kept`(text: String) throws {
        let whole = try mended(text)
        #expect(
            whole == "<rss><channel><item></item></channel></rss>"
                || whole == "<rss><channel></channel><item></item></rss>")
    }

    @Test func `a document that isn't a feed has its first element as root`() throws {
        #expect(try mended("junk <note><to>a") == "<note><to>a</to></note>")
        #expect(try MendedDocument(Array("no element & nothing".utf8)[...]) == nil)
    }

    @Test func `the root declares undeclared prefixes`() throws {
        #expect(
            try mended("<rss><dc:date a:b='c' xmlns:d='e'><d:f/></dc:date><d:f/></rss>")
                == "<rss xmlns:dc=\"http://purl.org/dc/elements/1.1/\" xmlns:a=\"urn:undeclared:a\""
                + " xmlns:d=\"urn:undeclared:d\"><dc:date a:b=\"c\" xmlns:d=\"e\"><d:f/></dc:date><d:f/></rss>")
    }

    @Test(arguments: [
        ("<!ENTITY who \"Ada &amp; Co\">", "&who;", "Ada &amp; Co"),
        ("<!ENTITY who 'a&#8217;&eacute;'>", "&who;&Who;", "a’é&amp;Who;"),
        ("<!ENTITY a '&b;'><!ENTITY b 'c'>", "&a;&b;", "&amp;a;c"), ("<!ENTITY copy '&copy;&copy;'>", "&copy;", "©©"),
        ("<!ENTITY a SYSTEM '/etc/passwd'>", "&a;", "&amp;a;"),
        ("<!ENTITY % a 'b'> %a; <!-- > ]> -->", "&a;", "&amp;a;"),
        ("<!ENTITY a '<b>c</b>'>", "&a;", "&amp;a;")
    ])
    func `only entities of plain words are used`(declaration: String, text: String, mended: String) throws {
        #expect(
            try self.mended("<!DOCTYPE rss [\(declaration)]><rss><title>\(text)</title></rss>")
                == "<rss><title>\(mended)</title></rss>")
    }

    @Test func `a very long entity is ignored`() throws {
        let declaration = "<!DOCTYPE rss [<!ENTITY a '\(String(repeating: "b", count: 5000))'>]>"
        #expect(try mended(declaration + "<rss>&a;") == "<rss>&amp;a;</rss>")
    }

    @Test(arguments: ["rss-podcast.xml", "atom-blog.xml"])
    func `every complete item of a truncated feed is kept`(name: String) throws {
        let document = try Fixture.bytes(name)
        let whole = try FeedParser.parse(document)
        let root = try #require(document.firstRange(of: Array(name == "atom-blog.xml" ? "<feed".utf8 : "<rss".utf8)))
        let start = try #require(document[root.upperBound...].firstIndex(of: UInt8(ascii: ">")))
        for length in stride(from: start + 1, to: document.count, by: 3) {
            let items = try FeedParser.parse(Array(document[..<length])).items
            #expect(items.dropLast().map(\.content) == whole.items.prefix(items.count).dropLast().map(\.content))
        }
    }

    @Test func `mended documents are well-formed and need no mending`() throws {
        let pieces = [
            "<rss>", "</rss>", "<channel>", "</channel>", "<item>", "</item>", "<title>", "</title>", "<description>",
            "</description>", "<p>", "</p>", "<br>", "<a href=\"", "'>", "\"", ">", "<", "&", "&amp;", "&nbsp;", "&#",
            "]]>",
            "<![CDATA[", "<!--", "-->", "<?", "?>", "<!DOCTYPE a [", "<!ENTITY b 'c'>", "]", "dc:", "<dc:date>",
            "xmlns:a='", "/",
            "=", " ", "text", "é", "\u{1}", "\u{FFFE}", "<a:b c:d=e", "<é×>", "</", "<entry", "<feed", "a:b:c", "<:",
            "<svg>"
        ]
        var random = SplitMix(state: 1)
        for _ in 0..<5000 {
            let length = Int.random(in: 1...40, using: &random)
            let text = "<rss>" + (0..<length).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            let once = try mended(text)
            #expect(isWellFormed(once), "\(text)")
            #expect(try mended(once) == once, "\(text)")
        }
    }
}

/// Random numbers, the same in every run (S. Vigna, splitmix64).
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var number = state
        number = (number ^ number >> 30) &* 0xBF58_476D_1CE4_E5B9
        number = (number ^ number >> 27) &* 0x94D0_49BB_1331_11EB
        return number ^ number >> 31
    }
}

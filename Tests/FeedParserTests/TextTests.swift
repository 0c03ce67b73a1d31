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

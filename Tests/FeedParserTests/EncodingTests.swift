import Foundation
import Testing

@testable import FeedParser

struct EncodingTests {
    private func document(_ title: String, declaring encoding: String? = nil) -> String {
        let declaration = encoding.map { "<?xml version=\"1.0\" encoding=\"\($0)\"?>" } ?? ""
        return declaration + "<rss version=\"2.0\"><channel><title>\(title)</title></channel></rss>"
    }

    private func bytes(_ text: String, as encoding: String.Encoding) throws -> [UInt8] {
        [UInt8](try #require(text.data(using: encoding)))
    }

    private func decoded(_ document: [UInt8], contentType: String? = nil) throws -> String {
        String(decoding: try DecodedDocument(document, contentType: contentType).bytes, as: UTF8.self)
    }

    @Test(arguments: [
        ("ISO-8859-1", String.Encoding.isoLatin1, "Grüße"), ("windows-1252", .windowsCP1252, "Grüße – “€”"),
        ("utf-8", .utf8, "Grüße – 日本語"), ("Shift_JIS", .shiftJIS, "日本語"), ("iso-2022-jp", .iso2022JP, "日本語"),
        ("koi8-r", .init(rawValue: 0x8000_0A02), "Новости"),
        ("windows-1251", .windowsCP1251, "Новости"), ("latin2", .isoLatin2, "Źródło")
    ])
    func `the XML declaration determines the encoding`(
        name: String, encoding: String.Encoding, title: String
    ) throws {
        let document = try bytes(document(title, declaring: name), as: encoding)
        #expect(try FeedParser.parse(document).title == title)
    }

    @Test(arguments: [
        ([0xFF, 0xFE], String.Encoding.utf16LittleEndian), ([0xFE, 0xFF], .utf16BigEndian), ([0xEF, 0xBB, 0xBF], .utf8),
        ([0xFF, 0xFE, 0, 0], .utf32LittleEndian), ([0, 0, 0xFE, 0xFF], .utf32BigEndian)
    ])
    func `a byte order mark overrides the server and the declaration`(
        mark: [UInt8], encoding: String.Encoding
    ) throws {
        let name = encoding == .utf8 ? "ISO-8859-1" : "UTF-8"
        let document = mark + (try bytes(document("Grüße 🎈", declaring: name), as: encoding))
        #expect(try FeedParser.parse(document, contentType: "text/xml; charset=windows-1252").title == "Grüße 🎈")
    }

    @Test(arguments: [
        String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian
    ])
    func `a wide encoding is recognised by its zeros`(encoding: String.Encoding) throws {
        let document = try bytes(document("Grüße 🎈"), as: encoding)
        #expect(try FeedParser.parse(document, contentType: "text/xml; charset=utf-8").title == "Grüße 🎈")
    }

    @Test(arguments: ["text/xml; charset=ISO-8859-1", "text/xml;charset=\"iso-8859-1\"; q=1", "a/b; CHARSET = latin1"])
    func `the server's charset overrides the declaration`(contentType: String) throws {
        let document = try bytes(document("Grüße", declaring: "windows-1251"), as: .isoLatin1)
        #expect(try FeedParser.parse(document, contentType: contentType).title == "Grüße")
    }

    @Test func `a long document keeps the server's charset to its end`() throws {
        let title = String(repeating: "Grüße ", count: 20_000) + "Ende"
        let document = try bytes(document(title, declaring: "windows-1251"), as: .isoLatin1)
        #expect(try FeedParser.parse(document, contentType: "text/xml; charset=ISO-8859-1").title == title)
    }

    @Test(arguments: ["klingon", "UTF-16", "utf-7", "utf-8"])
    func `a wrong or unknown charset is ignored`(charset: String) throws {
        let latin1 = try bytes(document("Grüße", declaring: "ISO-8859-1"), as: .isoLatin1)
        #expect(try FeedParser.parse(latin1, contentType: "text/xml; charset=\(charset)").title == "Grüße")
        let utf8 = Array(document("Grüße", declaring: charset).utf8)
        #expect(try FeedParser.parse(utf8).title == "Grüße")
    }

    @Test func `a server's claim of Latin 1 is ignored for valid UTF-8`() throws {
        let document = Array(document("Grüße", declaring: "utf-8").utf8)
        #expect(try FeedParser.parse(document, contentType: "text/xml; charset=ISO-8859-1").title == "Grüße")
    }

    @Test func `a document that claims ASCII may be UTF-8`() throws {
        #expect(try FeedParser.parse(Array(document("Grüße", declaring: "us-ascii").utf8)).title == "Grüße")
    }

    @Test(arguments: [nil, "utf-8", "us-ascii"])
    func `a text that fits no charset is windows-1252`(declared: String?) throws {
        let document = try bytes(document("“Grüße”", declaring: declared), as: .windowsCP1252)
        #expect(try FeedParser.parse(document).title == "“Grüße”")
    }

    @Test func `a Windows quote in UTF-8 text is repaired, and the rest unchanged`() throws {
        let text = Array("Grüße, 日本語 ".utf8) + [0x93] + Array("a".utf8) + [0x94, 0x20, 0xE2, 0x82] + Array("!".utf8)
        #expect(try decoded(text) == "Grüße, 日本語 “a” \u{FFFD}!")
    }

    @Test func `C1 controls become the Windows characters that they were`() throws {
        #expect(try decoded(Array("a\u{92}b\u{A0}c\u{85}\u{81}".utf8)) == "a’b\u{A0}c…\u{FFFD}")
    }

    @Test func `an overlong UTF-8 sequence never becomes a less-than sign`() throws {
        #expect(try decoded([0x61, 0xC0, 0xBC, 0x62]) == "aÀ¼b")
    }

    @Test func `a few wrong bytes don't change a declared charset`() throws {
        let text = String(repeating: "日本語 ", count: 100)
        let document = try bytes(document(text, declaring: "shift_jis"), as: .shiftJIS)
        let spoilt = document.prefix(200) + [0xFD] + document.dropFirst(200)
        #expect(try decoded(Array(spoilt)).replacing("\u{FFFD}", with: "").contains(text))
    }

    @Test func `half pairs in UTF-16 become the replacement character`() throws {
        let text: [UInt8] = [0xFF, 0xFE, 0x61, 0, 0x3D, 0xD8, 0x62, 0, 0x00, 0xDC, 0x63]
        #expect(try decoded(text) == "a\u{FFFD}b\u{FFFD}")
    }

    @Test func `a UTF-8 document isn't copied`() throws {
        let document = Array(document("Grüße").utf8)
        let decoded = try DecodedDocument(document)
        let original = document.withUnsafeBytes { $0.baseAddress }
        #expect(decoded.bytes.withUnsafeBytes { $0.baseAddress } == original)
    }

    @Test func `mainframe encodings are refused`() {
        #expect(throws: ParseFailure.unknownEncoding("EBCDIC")) {
            try DecodedDocument([0x4C, 0x6F, 0xA7, 0x94, 0x93, 0x40])
        }
    }

    @Test func `a document that grows beyond the limit is refused`() {
        let declaration = Array("<?xml encoding='koi8-r'?>".utf8)
        let document = declaration + [UInt8](repeating: 0xC0, count: FeedLimits.documentSize / 2)
        #expect(throws: ParseFailure.tooLarge("more than 32 MB")) { try DecodedDocument(document) }
    }
}

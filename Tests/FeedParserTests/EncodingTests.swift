import FeedParser
import Foundation
import Testing

struct EncodingTests {
    private func document(_ title: String, declaring encoding: String? = nil) -> String {
        let declaration = encoding.map { "<?xml version=\"1.0\" encoding=\"\($0)\"?>" } ?? ""
        return declaration + "<rss version=\"2.0\"><channel><title>\(title)</title></channel></rss>"
    }

    private func bytes(_ text: String, as encoding: String.Encoding) throws -> [UInt8] {
        [UInt8](try #require(text.data(using: encoding)))
    }

    @Test(arguments: [
        ("ISO-8859-1", String.Encoding.isoLatin1, "Grüße"), ("windows-1252", .windowsCP1252, "Grüße – “€”"),
        ("utf-8", .utf8, "Grüße – 日本語"), ("Shift_JIS", .shiftJIS, "日本語")
    ])
    func `the XML declaration says how to read the bytes`(
        name: String, encoding: String.Encoding, title: String
    ) throws {
        let document = try bytes(document(title, declaring: name), as: encoding)
        #expect(try FeedParser.parse(document).title == title)
    }

    @Test(arguments: [
        ([0xFF, 0xFE], String.Encoding.utf16LittleEndian), ([0xFE, 0xFF], .utf16BigEndian), ([0xEF, 0xBB, 0xBF], .utf8)
    ])
    func `a byte order mark wins over the server and the declaration`(
        mark: [UInt8], encoding: String.Encoding
    ) throws {
        let name = encoding == .utf8 ? "ISO-8859-1" : "UTF-16"
        let document = mark + (try bytes(document("Grüße", declaring: name), as: encoding))
        #expect(try FeedParser.parse(document, contentType: "text/xml; charset=windows-1252").title == "Grüße")
    }

    @Test(arguments: ["text/xml; charset=ISO-8859-1", "text/xml;charset=\"iso-8859-1\"; q=1", "a/b; CHARSET = latin1"])
    func `the server's charset wins over the declaration`(contentType: String) throws {
        let document = try bytes(document("Grüße", declaring: "windows-1251"), as: .isoLatin1)
        #expect(try FeedParser.parse(document, contentType: contentType).title == "Grüße")
    }

    @Test func `a long document keeps the server's charset to its end`() throws {
        let title = String(repeating: "Grüße ", count: 20_000) + "Ende"
        let document = try bytes(document(title, declaring: "windows-1251"), as: .isoLatin1)
        #expect(try FeedParser.parse(document, contentType: "text/xml; charset=ISO-8859-1").title == title)
    }

    @Test func `an encoding that nobody knows is refused by its name`() {
        let declared = Array(document("x", declaring: "klingon").utf8)
        #expect(failure(declared) == .unknownEncoding("klingon"))
        #expect(failure(Array(document("x").utf8), contentType: "a/b; charset=elvish") == .unknownEncoding("elvish"))
    }

    @Test func `bytes that are not of the encoding are broken XML`() throws {
        let document = try bytes(document("Grüße"), as: .isoLatin1)
        guard case .brokenXML = failure(document) else {
            Issue.record("\(String(describing: failure(document)))")
            return
        }
    }
}

import HTML
import Testing

struct EncodingTests {
    @Test func `a byte order mark overrides the server, and the server overrides the page`() {
        let page = Array("<meta charset=koi8-r>x".utf8)
        #expect(EncodingSniffer.encoding(of: [0xEF, 0xBB, 0xBF] + page, labelledByServer: "latin1") == .utf8)
        #expect(EncodingSniffer.encoding(of: page, labelledByServer: " LATIN1 ") == .windows1252)
        #expect(EncodingSniffer.encoding(of: page) == .koi8R)
    }

    @Test func `an encoding in a comment or an incomplete tag doesn't count`() {
        #expect(encoding("<!-- <meta charset=koi8-r> -->") == .windows1252)
        #expect(encoding("<meta charset=koi8-r") == .windows1252)
        #expect(encoding("<meta content='text/html; charset=koi8-r'>") == .windows1252)
    }

    @Test func `the old form of the meta element counts`() {
        #expect(encoding("<META HTTP-EQUIV=Content-Type CONTENT='text/html; charset = \"shift_jis\"'>") == .shiftJIS)
    }

    @Test func `a page with a readable meta element isn't UTF-16, whatever the element says`() {
        #expect(encoding("<meta charset=utf-16>") == .utf8)
    }

    @Test func `a meta element after the first kilobyte counts too`() {
        let filling = String(repeating: "<link rel=preload>", count: 100)
        #expect(encoding(filling + "<meta charset=gbk>") == .gbk)
        #expect(encoding(filling + "<script>'<meta charset=gbk>'</script>") == .windows1252)
    }

    @Test func `a page without an encoding is UTF-8 if it is valid UTF-8`() {
        #expect(encoding("Grüße") == .utf8)
        #expect(EncodingSniffer.encoding(of: [0x47, 0xFC]) == .windows1252)
    }

    @Test func `XHTML may name its encoding in the declaration`() {
        #expect(encoding("<?xml version='1.0' encoding=\"windows-1251\"?><html>") == .windows1251)
    }

    @Test(arguments: [
        ("windows-1251", [0xCF, 0xF0, 0xE8]), ("koi8-r", [0xF0, 0xD2, 0xC9]), ("utf-16be", [4, 0x1F, 4, 0x40, 4, 0x38]),
        ("utf-16le", [0x1F, 4, 0x40, 4, 0x38, 4]), ("gbk", [0xA7, 0xB1, 0xA7, 0xE2, 0xA7, 0xDA]),
        ("utf-8", Array("При".utf8))
    ])
    func `a page is read in the encoding named by the server`(label: String, page: [UInt8]) {
        let tree = HTMLTree(decoding: page, labelledByServer: label)
        #expect(tree.textContent(of: tree.root) == "При")
    }

    @Test func `feeds allow more labels than pages, but no wide encodings`() {
        #expect(CharacterEncoding(label: "cp850") == nil)
        #expect(CharacterEncoding(labelOfFeed: " CP850 ") == .cp850)
        #expect(CharacterEncoding(labelOfFeed: "iso_8859_15") == .iso8859Part15)
        #expect(CharacterEncoding(labelOfFeed: "x-user-defined") == .windows1252)
        #expect(CharacterEncoding(labelOfFeed: "utf-16") == nil)
        #expect(CharacterEncoding(label: "us-ascii") == .windows1252)
        #expect(CharacterEncoding(labelOfFeed: "us-ascii") == .ascii)
    }

    @Test(arguments: CharacterEncoding.allCases)
    func `the system can read every encoding that lede doesn't read itself`(encoding: CharacterEncoding) {
        let own: [CharacterEncoding] = [
            .utf8, .utf16be, .utf16le, .windows1252, .userDefined, .replacement, .ascii
        ]
        guard !own.contains(encoding) else { return }
        #expect(EncodingConverter(from: encoding)?.convert(Array("a".utf8)[...], upTo: 9).text == Array("a".utf8))
    }

    @Test func `a byte order mark isn't text`() {
        #expect(HTMLTree(decoding: [0xFF, 0xFE, 0x41, 0]).textContent(of: .document) == "A")
        #expect(HTMLTree(decoding: [0xEF, 0xBB, 0xBF, 0x41]).textContent(of: .document) == "A")
    }

    @Test func `an invalid byte of an encoding becomes a replacement character`() {
        #expect(
            HTMLTree(decoding: [0x41, 0xFF, 0x42], labelledByServer: "shift_jis").textContent(of: .document)
                == "A\u{FFFD}B")
        #expect(HTMLTree(decoding: [0x93, 0x41, 0x94]).textContent(of: .document) == "“A”")
    }

    private func encoding(_ page: String) -> CharacterEncoding { EncodingSniffer.encoding(of: Array(page.utf8)) }
}

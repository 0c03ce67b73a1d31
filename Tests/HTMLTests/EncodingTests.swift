import HTML
import Testing

struct EncodingTests {
    @Test func `a byte order mark counts more than the server, and the server more than the page`() {
        let page = Array("<meta charset=koi8-r>x".utf8)
        #expect(EncodingSniffer.encoding(of: [0xEF, 0xBB, 0xBF] + page, labelledByServer: "latin1") == .utf8)
        #expect(EncodingSniffer.encoding(of: page, labelledByServer: " LATIN1 ") == .windows1252)
        #expect(EncodingSniffer.encoding(of: page) == .koi8R)
    }

    @Test func `what the page says in a comment or in half a tag doesn't count`() {
        #expect(encoding("<!-- <meta charset=koi8-r> -->") == .windows1252)
        #expect(encoding("<meta charset=koi8-r") == .windows1252)
        #expect(encoding("<meta content='text/html; charset=koi8-r'>") == .windows1252)
    }

    @Test func `the old form of the element counts`() {
        #expect(encoding("<META HTTP-EQUIV=Content-Type CONTENT='text/html; charset = \"shift_jis\"'>") == .shiftJIS)
    }

    @Test func `a page that can be read is no UTF-16, whatever it says`() {
        #expect(encoding("<meta charset=utf-16>") == .utf8)
    }

    @Test func `an element after the first kilobyte counts too`() {
        let filling = String(repeating: "<link rel=preload>", count: 100)
        #expect(encoding(filling + "<meta charset=gbk>") == .gbk)
        #expect(encoding(filling + "<script>'<meta charset=gbk>'</script>") == .windows1252)
    }

    @Test func `a page that says nothing is UTF-8 if it can be`() {
        #expect(encoding("Grüße") == .utf8)
        #expect(EncodingSniffer.encoding(of: [0x47, 0xFC]) == .windows1252)
    }

    @Test func `XHTML may say it in its declaration`() {
        #expect(encoding("<?xml version='1.0' encoding=\"windows-1251\"?><html>") == .windows1251)
    }

    private func encoding(_ page: String) -> CharacterEncoding { EncodingSniffer.encoding(of: Array(page.utf8)) }
}

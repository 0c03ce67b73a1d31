import Testing

@testable import Typesetting

@Suite struct ShortenedAddressTests {
    @Test(arguments: [
        ("https://example.org/feed", 30, "https://example.org/feed"),
        ("https://example.org/feed", 20, "example.org/feed"),
        ("https://example.org/a/long/way/to/feed.xml", 26, "example.org/a/l…o/feed.xml"),
        ("https://example.org/feed.xml", 12, "example.org…"), ("", 5, "")
    ])
    func `a URL loses its scheme first, then the middle of its path`(
        address: String, cells: Int, short: String
    ) {
        #expect(address.shortenedAddress(toCells: cells) == short)
    }

    @Test(arguments: [
        ("example.org/a/long/way/to/feed.xml", 26, "example.org/a/l…o/feed.xml"),
        ("example.org:8080/feed.xml", 17, "example.org:8080…"),
        ("long-name-of-a-site.example.org/0/harbour", 20, "long-…te.example.org"),
        ("exec:feeds/make-one --all of/them", 12, "exe… of/them"), ("[2001:db8::1]/feed.xml", 14, "[2001:db8::1]…")
    ])
    func `a URL without a scheme loses the middle of its path first`(
        address: String, cells: Int, short: String
    ) {
        #expect(address.shortenedAddress(toCells: cells) == short)
    }

    @Test(arguments: 8...60, ["https://", "", "gemini://"])
    func `the end of the host stays visible`(cells: Int, scheme: String) {
        let host = "www.bank.example.\(String(repeating: "a", count: 80)).evil.test"
        let short = "\(scheme)\(host)/login?from=bank.example".shortenedAddress(toCells: cells)
        #expect(short.cellWidth <= cells)
        #expect(short.contains(cells < 14 ? "test" : "evil.test"))
    }
}

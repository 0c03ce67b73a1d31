import Testing

@testable import Typesetting

@Suite struct ShortenedAddressTests {
    @Test(arguments: [
        ("https://example.org/feed", 30, "https://example.org/feed"),
        ("https://example.org/feed", 20, "example.org/feed"),
        ("https://example.org/a/long/way/to/feed.xml", 26, "example.org/a/l…o/feed.xml"),
        ("https://example.org/feed.xml", 12, "example.org…"), ("", 5, "")
    ])
    func `an address loses its scheme first, and then the middle of its path`(
        address: String, cells: Int, short: String
    ) {
        #expect(address.shortenedAddress(toCells: cells) == short)
    }

    @Test(arguments: 8...60)
    func `the end of the host stays in sight`(cells: Int) {
        let hostile = "https://www.bank.example.\(String(repeating: "a", count: 80)).evil.test/login?from=bank.example"
        let short = hostile.shortenedAddress(toCells: cells)
        #expect(short.cellWidth <= cells)
        #expect(short.contains(cells < 14 ? "test" : "evil.test"))
    }
}

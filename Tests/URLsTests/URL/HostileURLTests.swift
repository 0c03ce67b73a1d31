import TestSupport
import Testing
import URLs

@Suite struct `A hostile URL` {
    private static let shapes: [@Sendable (Int) -> String] = [
        { "https://a/" + String(repeating: "../", count: $0) }, { "https://a/" + String(repeating: "x/", count: $0) },
        { "https://a/" + String(repeating: "x/../", count: $0) },
        { "https://" + String(repeating: "@", count: $0) + "a" },
        { "https://" + String(repeating: "a.", count: $0) }, { "https://" + String(repeating: "[", count: $0) },
        { "https://" + String(repeating: "1.", count: $0) }, { "https:" + String(repeating: "/", count: $0) + "a" },
        { "https://[" + String(repeating: ":0", count: $0) + "]" },
        { "https://a:" + String(repeating: "0", count: $0) },
        { "https://" + String(repeating: "ü", count: $0) }, { "https://ü." + String(repeating: "ab.", count: $0) },
        { "https://a\u{301}" + String(repeating: "\u{316}\u{301}", count: $0) },
        { "a:" + String(repeating: " ", count: $0) + "?" },
        { "https://xn--ü" + String(repeating: "a", count: $0) }, { "https://a/?" + String(repeating: "\"", count: $0) }
    ]

    @Test(arguments: shapes.indices)
    func `the time for reading a URL grows in proportion to its length`(shape: Int) {
        #expect(growsSteadily(from: 10_000) { _ = WebURL(Self.shapes[shape]($0)) })
    }

    @Test func `a URL longer than browsers allow is refused`() {
        #expect(WebURL("https://a/" + String(repeating: "x", count: 2 << 20)) == nil)
    }
}

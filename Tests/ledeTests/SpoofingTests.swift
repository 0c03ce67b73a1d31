import TestSupport
import Testing

@Suite struct `A misleading link` {
    private func feed(_ links: [String], body: String = "") -> String {
        SampleFeed(title: "News", items: links.map { SampleFeed.Item(title: $0, body: body, link: $0) }).rss
    }

    @Test(arguments: [
        ("https://www.bank.example@evil.test/", "https://evil.test/"),
        ("https://p\u{430}ypal.test/", "https://xn--pypal-4ve.test/"),
        ("https://www.bank.example.\(String(repeating: "a", count: 90)).evil.test/login", ".evil.test")
    ])
    func `the list of links reveals a link to another host`(link: String, shown: String) throws {
        let body = "<p><a href=\"\(link)\">Your bank</a></p>"
        let reader = try Reader.launch(feeds: [feed(["https://example.org/1"], body: body)], size: (70, 24))
        try reader.openFeed(fetching: "1 new", showing: "https://example.org/1")
        try reader.press(.enter)
        try reader.waitForScreen(showing: "Your bank")
        #expect(reader.screen.text.replacing("\n", with: "").replacing(" ", with: "").contains(shown))
        try reader.press("U")
        try reader.waitForScreen { $0.contains("Your bank") && $0.contains(shown) }
        #expect(!reader.screen.contains("bank.example@") && !reader.screen.contains("p\u{430}ypal"))
    }
}

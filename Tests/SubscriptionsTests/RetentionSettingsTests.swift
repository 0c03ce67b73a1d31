import Configuration
import Library
import Testing

@testable import Subscriptions

@Suite struct RetentionSettingsTests {
    @Test func `the config file says how many items lede keeps, and for how long`() {
        #expect(config("keep-articles-days 7\nmax-items 9").retention == Retention(days: 7, items: 9, bytes: 256 << 20))
        #expect(config("keep-articles-days 0").retention == Retention(bytes: 256 << 20))
        #expect(config("max-megabytes 0").retention == Retention())
    }

    @Test func `a feed's own limits replace the general ones, and 0 removes a limit`() {
        let list = UrlsList(
            "https://a.example/\n#: max-items 5\nhttps://b.example/\n#: keep-days 0\nhttps://c.example/\n")
        #expect(
            list.retentions(besides: Retention(days: 7, items: 9)) == [
                "https://a.example/": Retention(days: 7, items: 5), "https://b.example/": Retention(days: nil, items: 9)
            ])
    }

    private func config(_ lines: String) -> Config { Config(Array(lines.utf8), path: "config") }
}

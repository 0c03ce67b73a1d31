import FeedParser
import Testing

@testable import Refresh

@Suite struct `A found feed` {
    @Test func `a found feed has texts no longer than lists can show`() {
        let long = String(repeating: "x", count: 1_000_000)
        let parsed = ParsedFeed(
            format: .rss20, title: long, link: long, description: long, items: [ParsedItem(title: long)])
        let found = FoundFeed(parsed, at: "https://a.example/")
        let texts = [found.title, found.site, found.description, found.items.first?.title]
        #expect(texts.map { $0?.count } == [1000, 1000, 1000, 1000])
    }
}

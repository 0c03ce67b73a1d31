import Foundation
import Testing
import Typesetting

@testable import Refresh
@testable import ViewModels

@Suite struct `The preview of a feed` {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func page(of items: [FoundFeed.Item], columns: Int, dateFormat: String = "") -> String {
        let feed = FoundFeed(
            url: "https://a.example/", title: "A feed", site: nil, description: "About things.", items: items)
        let document = FeedPreview(feed).document(
            columns: columns, keys: ("Enter", "q"), at: now, dateFormat: dateFormat)
        return document.lines(width: columns).map(\.text).joined(separator: "\n")
    }

    @Test func `a preview aligns titles and dates, newest first`() {
        let items: [FoundFeed.Item] = [
            .init(title: "A short\ntitle", date: now - 7200), .init(title: "Without a date", date: nil),
            .init(title: "日本語の見出しはとても長くなります", date: now - 3 * 86_400),
            .init(title: "אחת שתיים", date: now - 60), .init(title: "", date: now - 1000 * 86_400)
        ]
        #expect(
            page(of: items, columns: 36) == """
                A feed
                ━━━━━━

                About things.
                Feed: https://a.example/

                Enter to add this feed, q to go
                back.

                  אחת שתיים                       1m
                  A short title                   2h
                  日本語の見出しはとても長くな…   3d
                  (untitled)                    2024
                  Without a date
                """)
    }

    @Test func `a preview has the user's date format, and counts further items`() {
        let items = (1...25).map { FoundFeed.Item(title: "Item \($0)", date: now) }
        let page = page(of: items, columns: 60, dateFormat: "%Y-%m-%d")
        #expect(page.contains("\n  Item 20                                         2027-01-15\n\nand 5 more"))
        #expect(!page.contains("Item 21"))
        #expect(self.page(of: [], columns: 60).hasSuffix("No items yet."))
    }

    @Test func `a preview leaves out a description that only repeats the title`() {
        let feed = FoundFeed(
            url: "https://a.example/feed", title: "A feed", site: "https://a.example/", description: "a Feed ",
            items: [])
        let document = FeedPreview(feed).document(columns: 60, keys: ("Enter", "q"), at: now, dateFormat: "")
        let lines = document.lines(width: 60).map(\.text)
        #expect(lines[2...4] == ["", "Feed: https://a.example/feed", "Site: https://a.example/"])
    }

    @Test func `a preview names the user's keys`() {
        let preview = FeedPreview("https://a.example/", unreadable: "the server answered 500")
        let document = preview.document(columns: 60, keys: ("o", "ZZ"), at: now, dateFormat: "")
        #expect(
            document.lines(width: 60).map(\.text).suffix(3) == [
                "lede couldn't check this URL: the server answered 500.", "", "o to add the URL anyway, ZZ to go back."
            ])
    }
}

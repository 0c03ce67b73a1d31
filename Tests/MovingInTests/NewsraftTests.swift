import Foundation
import TestSupport
import Testing

@testable import Library
@testable import MovingIn

@Suite struct `An import from newsraft` {
    @Test func `importing newsraft's database brings items with their longest text, read and important marks`() throws {
        let desk = try Desk()
        let separator = "\u{1F}"
        let texts =
            "\(separator)^\(separator)type=text/plain\(separator)text=short\(separator)^"
            + "\(separator)type=text/html\(separator)text=<p>much longer</p>"
        let path = try desk.database(
            """
            CREATE TABLE feeds (feed_url TEXT, title TEXT, link TEXT, http_header_etag TEXT,
                http_header_last_modified INTEGER);
            CREATE TABLE items (feed_url TEXT, guid TEXT, title TEXT, link TEXT, content TEXT, attachments TEXT,
                persons TEXT, publication_date INTEGER, update_date INTEGER, unread INTEGER, important INTEGER);
            INSERT INTO feeds VALUES ('$(cat news.xml)', 'Mine', '', NULL, 0);
            INSERT INTO items VALUES ('$(cat news.xml)', '1', 'One', 'https://a.example/1', '\(texts)',
                '\(separator)^\(separator)url=https://a.example/1.mp3\(separator)type=audio/mpeg',
                '\(separator)^\(separator)type=author\(separator)name=Ann', 1700000000, 0, 0, 1);
            """)
        let store = try NewsraftStore(path: path, copyingTo: desk.home.path, subscribed: ["exec:cat news.xml"])
        let taken = try desk.library.importData(store, at: Date())
        #expect(taken == TakenOver(feeds: 1, items: 1, read: 1, starred: 1))
        let item = try #require(try desk.items()["One"])
        #expect(item.isRead && item.isStarred && item.author == "Ann")
        let article = try #require(try desk.library.article(item.id))
        #expect(article.html == "<p>much longer</p>")
        #expect(article.enclosures.map(\.url) == ["https://a.example/1.mp3"])
    }

    @Test func `newsraft's list of feeds brings titles, sections and commands`() {
        let list = NewsraftFeeds(
            """
            # mine
            https://a.example/feed "A Blog"
            @ News < item-limit 9
            https://b.example/feed
            $(cat ~/local.xml) "Local" < reload-period 60
            """)
        #expect(
            list.feeds == [
                ImportedFeed(url: "https://a.example/feed", title: "A Blog"),
                ImportedFeed(url: "https://b.example/feed", folder: "News", settings: ["item-limit 9"]),
                ImportedFeed(
                    url: "exec:cat ~/local.xml", title: "Local", folder: "News",
                    settings: ["item-limit 9", "reload-period 60"])
            ])
    }
}

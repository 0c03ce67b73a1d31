import Foundation
import TestSupport
import Testing

@testable import Configuration
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
        #expect(taken == TakenOver(feeds: ["exec:cat news.xml"], items: 1, read: 1, starred: 1))
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

@Suite struct `An imported config file of newsraft` {
    private func ours(_ line: String) throws -> [String] { try NewsraftLine(line).ours }

    @Test(arguments: [
        ("scrolloff 5000", ["scrolloff 1000"]),
        ("scrollwrap", ["wrap-scroll yes"]),
        ("set mark-item-read-on-hover true; pager-width 72 # wide", ["mark-as-read-on-hover true", "text-width 72"]),
        ("list-entry-date-format \"%D\"", ["datetime-format %D"]),
        ("user-agent auto", []),
        ("reload-period 30", ["auto-reload yes", "reload-time 30"]), ("reload-period 0", ["auto-reload no"]),
        ("menu-item-sorting time-asc", ["article-sort-order oldest"]),
        (
            "color-list-item-unread color9 default bold underlined",
            ["color listnormal_unread color9 default bold underline"]
        ),
        ("open-in-browser-command firefox --new-tab \"%l\"", ["browser firefox --new-tab %u"]),
        ("bind KEY_DOWN select-next; select-next", ["bind DOWN everywhere down ; down"]),
        ("bind m exec mpv \"%l\" 'a b'; quit", ["bind m everywhere run mpv %u \"a b\" ; quit"]),
        ("unbind ^D", ["unbind-key ^D"]),
        ("# a comment", ["# a comment"]),
        ("", [""])
    ])
    func `newsraft's lines are translated`(line: String, lines: [String]) throws {
        #expect(try ours(line) == lines)
    }

    @Test(arguments: [
        ("bind y exec echo \"%l\" | xclip", "newsraft's exec: this needs a shell"),
        ("bind w edit UPDATE items SET unread = 0", "newsraft's edit: lede has no such operation"),
        ("item-rule \"title LIKE '%x%'\"", "newsraft's item-rule: write it as a rule"),
        ("no-such-thing 1", "newsraft has no setting “no-such-thing”"),
        ("open-in-browser-command $(touch x) %l", "newsraft's open-in-browser-command: this needs a shell")
    ])
    func `a line that lede can't translate is left out with a reason`(line: String, reason: String) {
        let error = #expect(throws: NewsraftLine.Foreign.self) { try ours(line) }
        #expect(error?.reason.hasPrefix(reason) == true)
    }

    @Test func `newsraft's file becomes a valid config file with the rest as comments`() {
        let moved = ImportedConfig(
            newsraft: Array("# mine\nreload-period 60\nproxy-user me\r\nscrolloff many\npager-width 90\n".utf8))
        #expect(moved.config.number(.reloadTime) == 60 && moved.config.number(.textWidth) == 90)
        let problems = moved.config.problems
        #expect(moved.leftOut(problems).map(\.line) == [3, 4])
        #expect(
            moved.text(without: problems) == """
                # From newsraft's config.

                # mine
                auto-reload yes
                reload-time 60
                # lede: newsraft's proxy-user: see proxy-auth, which holds both, separated by a colon
                # proxy-user me
                # lede: scrolloff must be a whole number from 0 to 1000, not “many”
                # scrolloff many
                text-width 90

                """)
    }

    @Test func `newsraft's settings of a feed become options of the feed`() {
        let settings = NewsraftFeedSettings([
            "reload-period 60; item-limit 9", "reload-period 1440; bind b mark-read; pager-width 9; item-limit x"
        ])
        #expect(
            settings.options == [SetOption(name: "max-items", value: "9"), SetOption(name: "interval", value: "1440m")])
        #expect(settings.leftOut.count == 3)
        let text = UrlsText(own: [OwnFeed("https://a.example/", group: "News", options: settings.options)])
        #expect(text.list.problems.isEmpty)
        #expect(text.list.feeds.first?.options?.maxItems == 9 && text.list.feeds.first?.options?.interval == 86_400)
    }
}

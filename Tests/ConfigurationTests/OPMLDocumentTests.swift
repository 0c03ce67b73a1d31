import Configuration
import Testing

@Suite struct OPMLDocumentTests {
    private func text(_ feeds: [OPMLDocument.Feed]) -> String {
        OPMLDocument(feeds, date: "Sat, 21 Nov 2026 12:00:00 GMT").text
    }

    @Test
    func `a hidden feed stays hidden when imported, and other readers ignore that`()
        throws
    {
        let feeds = [
            OPMLDocument.Feed(url: "https://a.example/", title: "A", isHidden: true),
            OPMLDocument.Feed(url: "https://b.example/", title: "B")
        ]
        let list = try OPML(Array(text(feeds).utf8))
        #expect(list.feeds.map(\.isHidden) == [true, false])
        #expect(!text(Array(feeds.dropFirst())).contains("lede:"))
        var urls = UrlsText([])
        _ = urls.add(list.feeds)
        #expect(urls.list.feeds.map(\.isHidden) == [true, false])
    }

    @Test func `a title can't make a terminal show another program's picture`() throws {
        let feed = OPMLDocument.Feed(url: "https://a.example/", title: "\u{10EEEE}\u{305}\u{305}")
        #expect(!text([feed]).unicodeScalars.contains("\u{10EEEE}"))
        #expect(try OPML(Array(text([feed]).utf8)).feeds.map(\.title) == [feed.title])
    }

    @Test func `what a title hides in invisible characters is in sight`() throws {
        let feed = OPMLDocument.Feed(url: "https://a.example/", title: "A\u{200B}\u{E0041}\u{E0101}B 👩‍👧 ❤️ می‌خواهم")
        #expect(text([feed]).contains("\"A&#x200B;&#xE0041;&#xE0101;B 👩‍👧 ❤️ می‌خواهم\""))
        #expect(try OPML(Array(text([feed]).utf8)).feeds.map(\.title) == [feed.title])
    }

    @Test func `feeds come before the folders beside them, in the given order`() {
        let feeds = [
            OPMLDocument.Feed(
                url: "https://a.example/", title: "A", site: "https://a.example/", group: FeedGroup(path: "x/y")),
            OPMLDocument.Feed(url: "https://b.example/", title: "B", tags: ["one", "two, three"]),
            OPMLDocument.Feed(url: "https://c.example/", title: "C", group: FeedGroup(path: "x"))
        ]
        #expect(
            text(feeds) == """
                <?xml version="1.0" encoding="UTF-8"?>
                <opml version="2.0">
                <head>
                  <title>Feeds from lede</title>
                  <dateCreated>Sat, 21 Nov 2026 12:00:00 GMT</dateCreated>
                </head>
                <body>
                  <outline type="rss" text="B" title="B" xmlUrl="https://b.example/" category="one,two  three"/>
                  <outline text="x" title="x">
                    <outline type="rss" text="C" title="C" xmlUrl="https://c.example/"/>
                    <outline text="y" title="y">
                      <outline type="rss" text="A" title="A" xmlUrl="https://a.example/" htmlUrl="https://a.example/"/>
                    </outline>
                  </outline>
                </body>
                </opml>
                """)
    }

    @Test(arguments: ["a & <b> \"c\" 'd'", "]]>", "\u{1F600} é", "&amp;"])
    func `every text is read from a list as it was written`(title: String) throws {
        let list = try OPML(Array(text([.init(url: "https://a.example/?x=1&y='2'", title: title, tags: [title])]).utf8))
        #expect(list.feeds.map(\.title) == [title])
        #expect(list.feeds.map(\.tags) == [[title]])
        #expect(list.feeds.map(\.address.url) == ["https://a.example/?x=1&y='2'"])
    }

    @Test(arguments: ["a\nb", "a\0b", "a\u{1B}b", "a\u{FFFE}b", "a\u{202E}b", "a\u{FFFF}"])
    func `a list leaves out characters that XML lacks or nobody can see`(title: String) throws {
        let list = try OPML(Array(text([.init(url: "https://a.example/", title: title)]).utf8))
        #expect(["a b", "ab", "a"].contains(list.feeds[0].title))
    }
}

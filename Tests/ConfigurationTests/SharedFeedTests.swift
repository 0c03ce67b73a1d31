import Testing

@testable import Configuration

/// What devices share of the urls file, and what they take from others.
@Suite struct SharedFeedTests {
    private func text(_ text: String) -> UrlsText { UrlsText(Array(text.utf8)) }

    private func string(_ text: UrlsText) -> String { String(decoding: text.bytes, as: UTF8.self) }

    @Test func `settings that delete items are neither said nor taken`() throws {
        let old = "https://a.example/ news\n#: interval 2h\n#: max-items 50\n#: keep-days 30\n"
        var urls = text(old)
        #expect(urls.sharedFeeds["https://a.example/"]?.text == "tag news\ninterval 2h")
        try urls.take([("https://a.example/", SharedFeed("tag news\ninterval 2h\nmax-items 1\nkeep-days 1"))])
        #expect(string(urls) == old)
        try urls.take([("https://b.example/", SharedFeed("max-items 1\nkeep-days 1\nsort oldest"))])
        #expect(string(urls) == old + "https://b.example/\n#: sort oldest\n")
    }

    @Test func `of a feed's tags only as many are taken as lede reads`() throws {
        var urls = text("")
        let tags = (1...500).map { "tag t\($0)" }.joined(separator: "\n")
        try urls.take([("https://a.example/", SharedFeed(tags)), ("https://b.example/", SharedFeed(""))])
        try urls.take([("https://b.example/", SharedFeed(tags))])
        #expect(urls.list.problems.isEmpty)
        #expect(urls.list.feeds.map(\.tags.count) == [100, 100])
    }

    @Test func `feeds change where they are, and everything else stays`() throws {
        var urls = text(
            """
            # mine
            https://a.example/ "~A" x
            #: user anna
            # remark
            #: interval 2h
            https://b.example/ old
            #: group news
            https://a.example/ "~Again" y
            #: proxy none
            https://c.example/
            """)
        try urls.take([
            ("https://d.example/", SharedFeed("group news\ninterval 5m")),
            ("https://a.example/", SharedFeed("title New\ntag z\nsort oldest")),
            ("https://b.example/", SharedFeed("tag new\ngroup news")),
            ("https://c.example/", SharedFeed("tag c\ngroup news"))
        ])
        #expect(
            string(urls) == """
                # mine
                https://a.example/ "~New" z
                #: user anna
                #: sort oldest
                # remark
                #: group news
                https://a.example/
                #: proxy none
                https://c.example/ c
                https://b.example/ new
                https://d.example/
                #: interval 5m

                """)
    }

    @Test(.timeLimit(.minutes(1))) func `many feeds are added, changed and removed quickly`() throws {
        var urls = text("")
        let names = (1...5000).map { "https://a.example/\($0)" }
        try urls.take(names.map { ($0, SharedFeed("tag a\ninterval 2h")) })
        try urls.take(names.map { ($0, SharedFeed("title T\ntag b\ngroup g")) })
        #expect(urls.list.feeds.count { $0.title == "T" && $0.tags == ["b"] && $0.group?.path == "g" } == 5000)
        #expect(urls.remove(Set(names)).count == 5000)
        #expect(string(urls) == "#: group g\n")
    }

    @Test func `several feeds that are removed at once are put back with all their lines`() {
        let old = """
            https://a.example/ one
            #: user anna
            # remark
            #: password-command pass a
            https://b.example/
            https://c.example/ "~C"
            #: header X-Key: 1
            #: group news
            https://d.example/

            """
        var urls = text(old)
        let removed = urls.remove(["https://a.example/", "https://b.example/", "https://c.example/"])
        #expect(string(urls) == "# remark\n#: group news\nhttps://d.example/\n")
        for entry in removed.reversed() { urls.restore(entry) }
        #expect(string(urls) == old)
    }

    @Test func `a feed that is removed from two places comes back with the lines of both`() {
        var urls = text(
            "https://a.example/\n# r\n#: user anna\nhttps://b.example/\nhttps://a.example/ x\n#: proxy none\n")
        let removed = urls.remove(["https://a.example/"])
        #expect(string(urls) == "# r\nhttps://b.example/\n")
        for entry in removed.reversed() { urls.restore(entry) }
        #expect(
            string(urls)
                == "https://a.example/\n# r\n#: user anna\nhttps://a.example/ x\n#: proxy none\nhttps://b.example/\n")
    }
}

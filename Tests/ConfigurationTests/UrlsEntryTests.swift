import Configuration
import Testing

@Suite struct `Entries of the urls file` {
    private func text(_ text: String) -> UrlsText { UrlsText(Array(text.utf8)) }

    private func string(_ text: UrlsText) -> String { String(decoding: text.bytes, as: UTF8.self) }

    @Test func `a feed moves up and down within its group`() {
        var urls = text(
            "https://a.example/\n#: group x\nhttps://b.example/\n#: interval 2h\n# c\nhttps://c.example/ t\n")
        let before = urls
        let done1 = urls.move("https://c.example/", up: true, past: "https://b.example/")
        #expect(done1)
        #expect(urls.list.urls == ["https://a.example/", "https://c.example/", "https://b.example/"])
        #expect(urls.list.feeds.map { $0.group?.path } == [nil, "x", "x"])
        let done2 = urls.move("https://c.example/", up: true, past: "https://a.example/")
        #expect(!done2)
        let done3 = urls.move("https://c.example/", up: false, past: "https://b.example/")
        #expect(done3)
        #expect(urls.list.urls == before.list.urls && urls.list.feeds[1].options?.interval == 7200)
    }

    @Test func `a feed moves up past a query, which changes its entry, and is put back`()
        throws
    {
        let query = #""query:Odd:title =~ \"1\"""#
        var urls = text("https://a.example/\n# odd\n\(query)\nhttps://b.example/\n")
        let (before, entry) = (urls, try #require(urls.entry(of: "https://b.example/")))
        let isMoved = urls.move("https://b.example/", up: true, past: "https://a.example/")
        #expect(isMoved && string(urls) == "https://b.example/\nhttps://a.example/\n# odd\n\(query)\n")
        let moved = try #require(urls.entry(of: "https://b.example/"))
        #expect(moved != entry)
        urls.revert(moved)
        urls.putBack(entry)
        #expect(string(urls) == string(before))
    }

    @Test func `an entry is put back at its old position`() throws {
        var urls = text("# one\nhttps://a.example/\n# two\nhttps://b.example/ x\n#: interval 2h\nhttps://c.example/\n")
        let before = urls
        let entry = try #require(urls.entry(of: "https://b.example/"))
        _ = urls.retag("https://b.example/", ["y"])
        _ = urls.remove("https://b.example/")
        urls.restore(try #require(RemovedFeed(text: entry.text)))
        #expect(string(urls) == string(before))
    }

    @Test func `the last line comes back in a file from Windows, even without its quotation mark`() throws {
        var urls = text("https://a.example/\r\n\"exec:feed --all")
        let removed = urls.remove("exec:feed --all")
        let entry = try #require(removed)
        urls.restore(try #require(RemovedFeed(text: entry.text)))
        #expect(string(urls) == "https://a.example/\r\n\"exec:feed --all\r\n")
        #expect(urls.list.urls == ["https://a.example/", "exec:feed --all"])
    }

    @Test func `an entry comes back below a line whose first word is empty`() throws {
        var urls = text("https://a.example/\n\"\" x\n# two\nhttps://b.example/\nhttps://c.example/\n")
        let before = urls
        let entry = try #require(urls.entry(of: "https://b.example/"))
        let removed = urls.remove("https://b.example/")
        #expect(removed == entry)
        urls.restore(try #require(RemovedFeed(text: entry.text)))
        #expect(urls == before)
    }

    @Test(arguments: ["\u{1E}", "\u{1F}", "\u{1D}", "\u{1D}\u{1C}", "\u{1D}\u{19}\u{1E}", "\u{1E}\u{301}"])
    func `a kept entry has its lines to the letter`(odd: String) throws {
        let name = "server:greader:https://a.example/"
        var urls = text("\(name)\n#: password-command pass \(odd)x\(odd)\n")
        let before = urls
        let entry = try #require(urls.entry(of: name))
        urls.revert(entry)
        urls.restore(try #require(RemovedFeed(text: entry.text)))
        #expect(urls == before)
    }

    @Test func `a query is added, renamed and removed like a feed`() throws {
        var urls = text("https://a.example/\n#: group x\nhttps://b.example/")
        let done4 = urls.addQuery("query:Fresh:unread = \"yes\"")
        #expect(done4)
        let done5 = urls.addQuery("query:Fresh:unread = \"yes\"")
        #expect(!done5)
        #expect(urls.list.queries.map(\.name) == ["Fresh"] && urls.list.queries[0].expression == "unread = \"yes\"")
        let done6 = urls.replaceQuery("query:Fresh:unread = \"yes\"", with: "query:New ones:unread = \"yes\"")
        #expect(done6)
        #expect(urls.list.queries.map(\.name) == ["New ones"] && urls.list.urls.count == 2)
        let removed = urls.remove("query:New ones:unread = \"yes\"")
        #expect(urls.list.queries.isEmpty)
        urls.restore(try #require(removed))
        #expect(urls.list.queries.map(\.name) == ["New ones"])
    }

    @Test func `marks of direction in a query's filter are kept`() {
        let filter = "title =~ \"\u{200F}שלום\""
        var urls = text("")
        let isAdded = urls.addQuery("query:Old:\(filter)")
        let isRenamed = urls.replaceQuery("query:Old:\(filter)", with: "query:New:\(filter)")
        #expect(isAdded && isRenamed && urls.list.queries.map(\.expression) == [filter])
    }
}

import TestSupport
import Testing

@testable import Configuration

@Suite struct UrlsTextTests {
    private static let file = """
        # mine
        https://a.example/  "two words"\t~A # the first
        #: interval 2h
        # a remark

        #: group code
        "https://b.example/" code
        # kept
        #: group
        https://c.example/
        """

    private func edit<Result>(_ text: String = file, _ body: (inout UrlsText) throws -> Result) rethrows -> String {
        var text = UrlsText(Array(text.utf8))
        _ = try body(&text)
        return String(decoding: text.bytes, as: UTF8.self)
    }

    private func feed(_ name: String, title: String? = nil, tags: [String] = [], group: String? = nil) throws -> NewFeed
    {
        let address = try #require(Address("https://\(name).example/"))
        return NewFeed(address, title: title, tags: tags, group: group.flatMap(FeedGroup.init(path:)))
    }

    @Test func `renaming a group changes its lines, those of groups inside it and its tags, and nothing else`() {
        let text = """
            #: group code
            https://a.example/ "two words"\t"code" ~code # code
            #: interval 2h
              #:  group  code/swift
            https://b.example/ codes
            #: group coder
            query:code:unread code
            #: group
            https://code/ code
            """
        #expect(
            edit(text) { $0.rename(group: "code", to: "Code x/y") } == """
                #: group Code x/y
                https://a.example/ "two words"\t"Code x/y" ~code # code
                #: interval 2h
                #: group Code x/y/swift
                https://b.example/ codes
                #: group coder
                query:code:unread "Code x/y"
                #: group
                https://code/ "Code x/y"
                """)
        #expect(edit(text) { $0.rename(group: "cod", to: "x") } == text)
    }

    @Test func `a feed without a group is added at the end`() throws {
        let new = try feed("new", title: "The New", tags: ["x", "y z"])
        #expect(edit { $0.add([new]) } == Self.file + "\nhttps://new.example/ \"~The New\" x \"y z\"\n")
    }

    @Test func `a feed with a group is added at the end of the group`() throws {
        let new = try feed("new", group: "code")
        #expect(
            edit { $0.add([new]) }
                == Self.file.replacing(
                    "\"https://b.example/\" code\n", with: "\"https://b.example/\" code\nhttps://new.example/\n"))
    }

    @Test func `a new group is opened at the end, and an open one is closed for feeds without a group`() throws {
        let feeds = [try feed("x", group: "a/b"), try feed("y"), try feed("z", group: "a/b")]
        let opened = edit("") { $0.add(feeds) }
        #expect(opened == "https://y.example/\n#: group a/b\nhttps://x.example/\nhttps://z.example/\n")
        let new = try feed("new")
        #expect(edit(opened) { $0.add([new]) } == opened + "#: group\nhttps://new.example/\n")
    }

    @Test(arguments: ["~!x", "a\nexec:ls", "#x", "", "\u{202E}x", "a\" exec:ls", "\\", "~"])
    func `a title or tag from outside can't be anything else`(words: String) throws {
        let new = try feed("new", title: words, tags: [words])
        let list = UrlsList(edit("") { $0.add([new]) })
        #expect(list.urls == ["https://new.example/"])
        #expect(list.problems == [])
        #expect(!list.feeds[0].isHidden)
        #expect(list.feeds[0].title == (words.oneLine.isEmpty ? nil : words.oneLine))
        #expect(list.feeds[0].tags == (["", "~"].contains(words.oneLine.prefix(1)) ? [] : [words.oneLine]))
    }

    @Test func `a feed is removed with its settings, and put back where it was`() {
        for url in UrlsList(Self.file).urls {
            var removed: RemovedFeed?
            let without = edit { removed = $0.remove(url) }
            #expect(!UrlsList(without).urls.contains(url))
            #expect(UrlsList(without).problems == [])
            let kept = removed.flatMap { RemovedFeed(text: $0.text) }
            #expect(kept == removed && kept != nil)
            let ending = url == "https://c.example/" ? "\n" : ""
            #expect(edit(without) { text in kept.map { text.restore($0) } } == Self.file + ending)
        }
    }

    @Test func `many feeds are put back in time that grows with their number`() {
        let grows = growsSteadily(from: 1000) { count in
            let urls = (1...count).map { "https://example.org/\($0)" }
            let file = "# mine\n#: group news\n" + urls.map { "\($0) tag\n#: interval 2h\n" }.joined()
            var removed: [RemovedFeed] = []
            let without = edit(file) { removed = $0.remove(Set(urls.dropFirst())) }
            #expect(edit(without) { $0.restore(removed.reversed()) } == file)
        }
        #expect(grows)
    }

    @Test func `remarks below a removed feed stay`() {
        #expect(
            edit { $0.remove("https://a.example/") }.hasPrefix("# mine\n# a remark\n\n#: group code\n"))
    }

    @Test func `a feed that is named twice is removed completely`() {
        let text = "https://a.example/\nhttps://b.example/\nhttps://a.example/ x\n#: verify no\n"
        #expect(edit(text) { $0.remove("https://a.example/") } == "https://b.example/\n")
    }

    @Test func `an entry put back into a changed file goes to its group, or to the end`() {
        var removed: RemovedFeed?
        _ = edit { removed = $0.remove("https://b.example/") }
        let other = "#: group code\nhttps://x.example/\n#: group\nhttps://y.example/\n"
        #expect(
            edit(other) { text in removed.map { text.restore($0) } }
                == "#: group code\nhttps://x.example/\n\"https://b.example/\" code\n#: group\nhttps://y.example/\n")
        #expect(
            edit("") { text in removed.map { text.restore($0) } } == "#: group code\n\"https://b.example/\" code\n")
    }

    @Test func `a feed that is there again isn't put back twice`() {
        var removed: RemovedFeed?
        _ = edit { removed = $0.remove("https://c.example/") }
        #expect(edit { text in removed.map { text.restore($0) } } == Self.file)
    }

    @Test func `a title is changed, set and removed, without other changes to its line`() {
        let line = "https://a.example/  \"two words\"\t~A # the first"
        #expect(
            edit { $0.rename("https://a.example/", to: "Other One") }
                == Self.file.replacing(line, with: "https://a.example/  \"two words\"\t\"~Other One\" # the first"))
        #expect(
            edit { $0.rename("https://a.example/", to: nil) }
                == Self.file.replacing(line, with: "https://a.example/  \"two words\" # the first"))
        #expect(edit { $0.rename("https://c.example/", to: "C") } == Self.file + " ~C")
    }

    @Test func `a line is replaced only by another one of the same feed`() {
        let (url, line) = ("https://a.example/", "https://a.example/  \"two words\"\t~A # the first")
        for (old, new) in [("\(url) ~A", url), (line, "https://b.example/"), (line, "\(url)\nexec:x"), (line, "")] {
            var isExchanged = false
            #expect(edit { isExchanged = $0.exchange(old, for: new, naming: url) } == Self.file)
            #expect(!isExchanged)
        }
        #expect(
            edit { $0.exchange(line, for: "\(url) ~B", naming: url) }
                == Self.file.replacing(line, with: "\(url) ~B"))
    }

    @Test(arguments: [
        (#""https://a.example/"x"#, #""https://a.example/" ~T x"#),
        (#""https://a.example/"#, "https://a.example/ ~T"),
        (#"https://a.example/ "~A"x"#, #"https://a.example/ "~T" x"#),
        ("https://a.example/\r\n", "https://a.example/ ~T\r\n"),
        ("https://a.example/ ~A ~B\nhttps://a.example/ ~C x", "https://a.example/ ~T\nhttps://a.example/ x"),
        (#""https://a.example/\"#, "https://a.example/ ~T"),
        (#"https://a.example/ "x y"#, #"https://a.example/ ~T "x y"#),
        ("\u{FEFF}https://a.example/", "\u{FEFF}https://a.example/ ~T")
    ])
    func `a title can be set in every kind of line`(line: String, changed: String) {
        #expect(edit(line) { $0.rename("https://a.example/", to: "T") } == changed)
    }

    @Test func `tags are replaced, and those in the right order keep their positions`() {
        let line = #"https://a.example/ b ~T "a x" c ! # end"#
        #expect(
            edit(line) { $0.retag("https://a.example/", ["b", "c", "new one"]) }
                == #"https://a.example/ b ~T c ! "new one" # end"#)
        #expect(
            edit(line) { $0.retag("https://a.example/", ["c", "new one", "b"]) }
                == #"https://a.example/ ~T c ! "new one" b # end"#)
        #expect(edit(line) { $0.retag("https://a.example/", []) } == "https://a.example/ ~T ! # end")
    }

    @Test(arguments: [["c", "b", "a x"], ["new", "b", "a x", "c"], ["c", "new", "b"]])
    func `tags get the order in which they are given`(tags: [String]) {
        for line in [#"https://a.example/ b ~T "a x" c ! # end"#, "https://a.example/ b\nhttps://a.example/ c \"a x\""]
        {
            var text = UrlsText(Array(line.utf8))
            let isRetagged = text.retag("https://a.example/", tags)
            #expect(isRetagged && text.list.feeds.map(\.tags) == [tags])
        }
    }

    @Test func `a moved feed gets its new URL, unless that is already there`() throws {
        let new = try #require(Address("https://new.example/?a=\"b\""))
        #expect(
            edit { $0.changeAddress(of: "https://b.example/", to: new) }
                == Self.file.replacing(#""https://b.example/""#, with: #""https://new.example/?a=\"b\"""#))
        let known = try #require(Address("https://c.example/"))
        #expect(edit { $0.changeAddress(of: "https://b.example/", to: known) } == Self.file)
    }

    @Test func `an option of a feed is set, changed and removed`() throws {
        let interval = try #require(FeedOption.named("interval"))
        let verify = try #require(FeedOption.named("verify"))
        #expect(
            try edit { try $0.set(interval, to: "30m", of: "https://a.example/") }
                == Self.file.replacing("#: interval 2h", with: "#: interval 30m"))
        #expect(
            try edit { try $0.set(interval, to: nil, of: "https://a.example/") }
                == Self.file.replacing("#: interval 2h\n", with: ""))
        #expect(
            try edit { try $0.set(verify, to: "no", of: "https://a.example/") }
                == Self.file.replacing("#: interval 2h\n", with: "#: interval 2h\n#: verify no\n"))
        #expect(
            try edit { try $0.set(verify, to: "no", of: "https://c.example/") } == Self.file + "\n#: verify no\n")
        #expect(throws: FeedOption.Refusal.self) { try edit { try $0.set(verify, to: "so", of: "https://c.example/") } }
    }

    @Test func `a feed moves with its options to a group, or after another feed`() throws {
        let group = try #require(FeedGroup(path: "code"))
        let moved = edit { $0.move("https://a.example/", to: group) }
        #expect(UrlsList(moved).urls == ["https://b.example/", "https://a.example/", "https://c.example/"])
        #expect(UrlsList(moved).feeds[1].group == group && UrlsList(moved).feeds[1].options?.interval == 7200)
        let behind = edit { $0.move("https://a.example/", behind: "https://c.example/") }
        #expect(
            behind.hasSuffix("https://c.example/\nhttps://a.example/  \"two words\"\t~A # the first\n#: interval 2h\n"))
    }

    @Test func `remarks between a feed's options move with it, and stay when it is removed`() throws {
        let file = "https://a.example/\n# why\n#: interval 2h\n# next\nhttps://b.example/\n"
        let group = try #require(FeedGroup(path: "x"))
        #expect(
            edit(file) { $0.move("https://a.example/", to: group) }
                == "# next\nhttps://b.example/\n#: group x\nhttps://a.example/\n# why\n#: interval 2h\n")
        var removed: RemovedFeed?
        #expect(edit(file) { removed = $0.remove("https://a.example/") } == "# why\n# next\nhttps://b.example/\n")
        let kept = try #require(removed.flatMap { RemovedFeed(text: $0.text) })
        #expect(edit("# why\n# next\nhttps://b.example/\n") { $0.restore(kept) } == file)
        #expect(
            edit("https://b.example/\n") { $0.restore(kept) }
                == "https://a.example/\n#: interval 2h\nhttps://b.example/\n")
    }

    @Test func `a hidden feed stays hidden when renamed, tagged and grouped`() throws {
        let group = try #require(FeedGroup(path: "x"))
        let address = try #require(Address("https://b.example/"))
        var text = UrlsText(Array("https://a.example/ ! old ~A".utf8))
        _ = text.rename("https://a.example/", to: "New")
        _ = text.retag("https://a.example/", ["one"])
        _ = text.move("https://a.example/", to: group)
        _ = text.changeAddress(of: "https://a.example/", to: address)
        #expect(text.list.feeds.map(\.isHidden) == [true] && text.list.feeds[0].tags == ["one"])
    }

    @Test func `new lines in a file with CRLF end in CRLF`() throws {
        let new = try feed("new")
        #expect(edit("# x\r\n") { $0.add([new]) } == "# x\r\nhttps://new.example/\r\n")
    }

    @Test(.timeLimit(.minutes(5))) func `a list of many groups is added quickly`() throws {
        let feeds = try (0..<5000).map { try feed("a\($0)", group: "g\($0 % 2500)") }
        let added = edit { $0.add(feeds) }
        #expect(UrlsList(added).feeds.count == 5003)
        #expect(edit(added) { $0.add(feeds) } == added)
    }

    @Test func `an edit of any bytes leaves every other line unchanged`() {
        var random = SplitMix(state: 3)
        let pieces = [
            "https://a.example/", "https://b.example/", "\"", "\\", " ", "\n", "\r\n", "#", "#: group a\n", "~T", "x"
        ]
        .map { Array($0.utf8) }
        for _ in 0..<2000 {
            let bytes = (0..<Int.random(in: 0..<30, using: &random)).flatMap { _ in
                Int.random(in: 0..<8, using: &random) > 0
                    ? pieces.randomElement(using: &random)! : [.random(in: 0...255, using: &random)]
            }
            var text = UrlsText(bytes)
            #expect(text.bytes == bytes)
            let others = UrlsList(bytes).feeds.filter { $0.url != "https://a.example/" }.map { [$0.url] + $0.tags }
            let named = text.rename("https://a.example/", to: "New")
            #expect(!named || text.list.feeds.first { $0.url == "https://a.example/" }?.title == "New")
            _ = text.retag("https://a.example/", ["one"])
            #expect(!named || text.list.feeds.first { $0.url == "https://a.example/" }?.tags == ["one"])
            let removed = text.remove("https://a.example/")
            #expect((removed != nil) == named && text.list.feeds.map { [$0.url] + $0.tags } == others)
            if let removed { text.restore(removed) }
            #expect(text.list.urls.contains("https://a.example/") == named)
        }
    }
}

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

import Foundation
import TestSupport
import Testing

@testable import Commands

@Suite struct `Lists of items` {
    private let server: LoopbackServer
    private let home: Home

    init() throws {
        server = try LoopbackServer { request in
            request.path == "/gone" ? Answer(404) : Answer(200, body: SampleFeed.news.atom)
        }
        home = try Home()
    }

    @Test func `search finds fetched items, best match first`() async throws {
        try home.write(urls: [server.url("/feed")])
        _ = try await home.run("refresh")
        let run = try await home.run("search", "text", "after:2019")
        #expect(
            run.output == "2\tN\t2020-09-13T12:26:40Z\tNews & \"more\"\thttps://example.org/1\n" && run.status == 0
                && run.errors.isEmpty)
        #expect(try await home.run("search", "text -more").output == "")
        #expect(
            try await home.run("search", "--json", "--limit", "1", "news").output.contains(
                #""read":false,"starred":false,"queued":false,"heard":false,"offline":false,"snippet":"Text""#))
    }

    @Test func `items --json keeps its keys in order, and nothing in it controls a terminal`() async throws {
        try home.write(urls: [server.url("/feed")])
        _ = try await home.run("refresh")
        let lines = try await home.run("items", "--json", "--limit", "1").output.split(separator: "\n")
        let expected = #"""
            {"id":2,"feed":"\#(server.url("/feed"))","feed_title":"The News","title":"New\u202es & \"more\"",\#
            "link":"https://example.org/1","author":null,"published":"2020-09-13T12:26:40Z",\#
            "read":false,"starred":false,"queued":false,"heard":false,"offline":false}
            """#
        #expect(lines == [expected[...]])
        #expect(
            try await home.run("items").output.hasPrefix("2\tN\t2020-09-13T12:26:40Z\tNews & \"more\"\thttps://")
        )
    }

    @Test func `an invalid filter leads to the help that lists what filters compare`() async throws {
        let slip = try await home.run("unread", "--filter", "titel = \"x\"")
        #expect(slip.errors.hasSuffix("unknown attribute “titel”: did you mean “title”?\n"))
        let run = try await home.run("unread", "--filter", "title =~ \"(\"")
        #expect(run.errors.hasSuffix("invalid pattern: “(” without “)”: see “lede help items”\n"))
        let help = try await home.run("help", "items").output
        #expect(help.contains("Attributes of items: title, ") && help.contains("feedtitle"))
    }
}

@Suite struct `Filters and marks on the command line` {
    private let server: LoopbackServer
    private let home: Home

    init() async throws {
        server = try LoopbackServer { _ in
            let items = (1...4).map { number in
                SampleFeed.Item(
                    title: "\(number) \(number == 2 ? "even" : "odd")", body: "<p>Text</p>",
                    link: "https://example.org/\(number)", date: Date(timeIntervalSince1970: 1_600_000_000))
            }
            return Answer(200, body: SampleFeed(title: "The News", items: items).atom)
        }
        home = try Home()
        try home.write(urls: [server.url("/feed")])
        _ = try await home.run("refresh")
    }

    private func count(_ arguments: String...) async throws -> Int {
        try await home.run(["items", "--json"] + arguments).output.split(separator: "\n").count
    }

    @Test func `items lists the items that match a filter`() async throws {
        #expect(try await count("--filter", "title =~ \"ODD\" and unread = \"yes\"") == 3)
        #expect(try await count("--filter", "even or title # \"4\"", "--limit", "1") == 1)
        #expect(try await count("--filter", "even", "--feed", "The News", "--starred") == 0)
    }

    @Test func `an invalid command line is refused with the reason, and changes nothing`() async throws {
        for (words, reason) in [
            (["items", "--filter", "titel = \"x\""], "column 1: unknown attribute “titel”: did you mean “title”?"),
            (["items", "--query", "Odd ones", "--starred"], "not both"),
            (["unread", "--tag", "x", "--filter", "odd"], "not both"),
            (["mark", "read"], "no items given"), (["mark", "read", "1", "--all"], "not both"),
            (["mark", "read", "--all", "--feed", "The News"], "not both"), (["mark", "read", "1", "99"], "no item 99"),
            (["undo"], "nothing to undo"), (["rules", "preview", "on new odd"], "invalid rule: column "),
            (["search", "odd is:unred"], "invalid condition “is:unred”"),
            (["search", "odd foo:bar"], "invalid condition “foo:bar”: use title:, "),
            (["search", "\"odd"], "mark before “odd”: close it"),
            (["search", "after:2026-13-45"], "invalid condition “after:2026-13-45”"), (["search"], "WORDS is missing")
        ] {
            let run = try await home.run(words)
            let fails = reason.hasPrefix("no item ") || reason.hasPrefix("nothing")
            #expect(run.status == (fails ? 1 : 2) && run.errors.contains(reason), "\(words): \(run)")
        }
        #expect(try await count("--unread") == 4)
    }

    @Test func `marks report how many items they changed, and can be undone and redone`() async throws {
        #expect(
            try await home.run("mark", "read", "--filter", "odd").output
                == "marked 3 items read (“lede undo” to undo)\n")
        #expect(try await home.run("mark", "read", "--filter", "odd").output == "marked 0 items read\n")
        #expect(try await count("--unread") == 1)
        #expect(try await home.run("undo").output == "undid: mark 3 items read\n")
        #expect(try await count("--unread") == 4)
        #expect(try await home.run("redo").output == "redid: mark 3 items read\n")
        #expect(try await count("--unread") == 1)
    }

    @Test func `items are marked by number, by feed, or all`() async throws {
        #expect(try await home.run("mark", "star", "1", "3").output.hasPrefix("starred 2 items"))
        #expect(try await count("--starred") == 2)
        #expect(try await home.run("mark", "unstar", "3").output.hasPrefix("unstarred 1 item"))
        #expect(try await home.run("mark", "read", "--feed", "The News").output.hasPrefix("marked 4 items read"))
        #expect(try await home.run("mark", "unread", "--all").output.hasPrefix("marked 4 items unread"))
    }

    @Test func `an item of a removed feed isn't marked until the feed returns`() async throws {
        #expect(try await home.run("remove", "The News").status == 0)
        let run = try await home.run("mark", "star", "1")
        #expect(run.status == 1 && run.errors.contains("no item 1:"))
        #expect(try await home.run("undo").status == 0)
        #expect(try await home.run("mark", "star", "1").output.hasPrefix("starred 1 item"))
    }

    @Test func `a rule's preview counts items and changes nothing`() async throws {
        #expect(
            try await home.run("rules", "preview", "on new odd do hide").output == "would match 3 of 4 items\n")
        #expect(try await count() == 4)
    }

    @Test func `a refresh applies rules, notifies, and passes items to commands`() async throws {
        let out = home.path + "/out.json"
        try home.write(
            config: """
                on new title =~ "even" do star
                on new odd do run cat > \(out)
                on new title # "4" do notify
                on new titel = "x" do hide
                """)
        try home.write(urls: [server.url("/other")])
        let run = try await home.run("refresh")
        #expect(
            run.output == "The News\t4 odd\n"
                && run.errors.contains("config:4:8: unknown attribute “titel”: did you mean “title”?"))
        #expect(try await count("--starred") == 1)
        let given = try String(contentsOfFile: out, encoding: .utf8)
        #expect(given.split(separator: "\n").count == 3 && given.contains("\"title\":\"1 odd\""))
        let starred = try await home.run("items", "--starred", "--json").output
        let id = try #require(starred.firstMatch(of: /"id":(\d+)/)).1
        #expect(
            try await home.run("show", "--json", String(id)).output.contains("starred by the rule in config:1"))
        let preview = try await home.run("rules", "preview").output.split(separator: "\n")
        #expect(
            preview.first?.hasPrefix("config:1: ") == true
                && preview.first?.hasSuffix(": would match 1 of 4 items") == true)
    }

    @Test func `marks and rules apply to duplicates, which count once`() async throws {
        try home.write(urls: [server.url("/feed"), server.url("/copies")])
        _ = try await home.run("refresh")
        #expect(try await home.run("unread").output == "4\n")
        #expect(try await home.run("unread", "--filter", "feedtitle = \"The News\"").output == "4\n")
        #expect(try await home.run("unread", "--filter", "odd").output == "3\n")
        for rule in ["on new odd do hide", "on new feedtitle = \"The News\" and odd do star"] {
            #expect(try await home.run("rules", "preview", rule).output == "would match 6 of 8 items\n")
        }
        #expect(
            try await home.run("mark", "star", "1").output
                == "starred 1 item, 1 duplicate too (“lede undo” to undo)\n")
        #expect(
            try await home.run("mark", "read", "--filter", "odd").output.hasPrefix(
                "marked 3 items read, 3 duplicates too"))
    }

    @Test func `the limit may be any number, and 0 means none`() async throws {
        for limit in ["0", "4611686018427387904", "\(Int.max)"] {
            #expect(try await count("--limit", limit) == 4)
            #expect(try await count("--filter", "odd", "--limit", limit) == 3)
            let found = try await home.run("search", "odd", "--limit", limit)
            #expect(found.status == 0 && found.output.split(separator: "\n").count == 3)
        }
    }

    @Test func `an invalid saved search is reported with its place, and the others work`() async throws {
        try home.write(urls: [server.url("/feed"), "\"query:Odd:odd\"", "\"query:Bad:titel = 5\""])
        let run = try await home.run("feeds")
        #expect(run.errors.contains("urls:3:") && run.errors.contains("did you mean “title”?"))
    }

    @Test func `items --query lists the items of a saved search`() async throws {
        try home.write(urls: [server.url("/feed"), "\"query:Odd ones:title =~ \\\"odd\\\"\""])
        #expect(try await count("--query", "Odd ones") == 3)
        _ = try await home.run("mark", "read", "--filter", "title =~ \"1 odd\"")
        #expect(try await count("--query", "Odd ones", "--unread") == 2)
        let run = try await home.run("items", "--query", "Odd one")
        #expect(run.status == 2 && run.errors.contains("did you mean “Odd ones”?"))
    }
}

@Suite struct `lede show` {
    private let home: Home

    init() async throws {
        home = try Home()
        let feed = home.path + "/feed.xml"
        let item = SampleFeed.Item(
            title: "The title", body: "<p>One <b>two</b> \u{9B}31m three</p>", link: "https://example.org/1",
            date: Date(timeIntervalSince1970: 1_600_000_000))
        try SampleFeed(title: "The News", items: [item]).atom.write(toFile: feed, atomically: true, encoding: .utf8)
        try home.write(urls: ["file://" + feed])
        _ = try await home.run("refresh")
    }

    @Test func `show prints an item's origin and text, and leaves it unread`() async throws {
        let run = try await home.run("show", "1")
        #expect(
            run.status == 0 && run.errors.isEmpty && run.output.hasPrefix("The title\n")
                && run.output.contains("The News · 13 September 2020, 12:26"))
        #expect(run.output.contains("One two") && !run.output.contains("\u{1B}") && !run.output.contains("\u{9B}"))
        #expect(try await home.run("unread").output == "1\n")
    }

    @Test func `show wraps at the width, with styles if asked for`() async throws {
        let narrow = try await home.run("show", "1", "--width", "20").output
        #expect(narrow.split(separator: "\n").allSatisfy { $0.count <= 20 })
        #expect(try await home.run("show", "--color=always", "1").output.contains("\u{1B}[1m"))
    }

    @Test func `show prints an episode's chapters as JSON, and its transcript if asked for it`() async throws {
        let server = try LoopbackServer { request in
            if request.path == "/t.srt" {
                return Answer(200, body: "1\n00:00:01,000 --> 00:00:02,000\nA kestrel hovered.\n")
            }
            return Answer(
                200,
                body: """
                    <rss version="2.0" xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>Cast</title>
                    <item><title>1</title><description>0:00 Hello&lt;br>1:02 Birds</description>
                    <enclosure url="1.mp3" type="audio/mpeg"/><podcast:chapters url="https://a.example/c.json"/>
                    <podcast:transcript url="t.srt" type="application/x-subrip"/></item></channel></rss>
                    """)
        }
        let home = try Home()
        try home.write(urls: [server.url("/feed.xml")])
        _ = try await home.run("refresh")
        let json = try await home.run("show", "--json", "1").output
        let chapters = #"[{"start":0,"title":"Hello","url":null},{"start":62,"title":"Birds","url":null}]"#
        #expect(json.contains(#""chapters":\#(chapters),"chapters_url":"https://a.example/c.json"}"#))
        #expect(server.requests.count == 1)
        let text = try await home.run("show", "--full", "1").output
        #expect(text.contains("transcript\n") && text.contains("\n\n0:01 A kestrel hovered."))
        server.stop()
        #expect(try await home.run("show", "--full", "1").output.contains("A kestrel hovered."))
    }

    @Test(arguments: ["99", "0", "x"])
    func `show says that an item doesn't exist`(item: String) async throws {
        let run = try await home.run("show", item)
        #expect(run.status != 0 && run.output.isEmpty && run.errors.contains("“lede items” lists"))
    }
}

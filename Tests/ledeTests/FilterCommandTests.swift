import Foundation
import TestSupport
import Testing

@Suite struct `Filters and marks on the command line` {
    private let server: LoopbackServer
    private let home: Home

    init() throws {
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
        _ = try Lede.run("refresh", home: home)
    }

    private func count(_ arguments: String...) throws -> Int {
        try Lede.run(["items", "--json"] + arguments, home: home).output.split(separator: "\n").count
    }

    @Test func `items lists the items that match a filter`() throws {
        #expect(try count("--filter", "title =~ \"ODD\" and unread = \"yes\"") == 3)
        #expect(try count("--filter", "even or title # \"4\"", "--limit", "1") == 1)
        #expect(try count("--filter", "even", "--feed", "The News", "--starred") == 0)
    }

    @Test func `an invalid filter is reported with its column, and the exit code is 2`() throws {
        let run = try Lede.run("items", "--filter", "titel = \"x\"", home: home)
        #expect(run.status == 2)
        #expect(
            run.errors.contains(
                "invalid filter: column 1: unknown attribute “titel”: did you mean “title”?"))
    }

    @Test func `marks report how many items they changed, and can be undone and redone`() throws {
        #expect(
            try Lede.run("mark", "read", "--filter", "odd", home: home).output
                == "marked 3 items read (“lede undo” to undo)\n")
        #expect(try Lede.run("mark", "read", "--filter", "odd", home: home).output == "marked 0 items read\n")
        #expect(try count("--unread") == 1)
        #expect(try Lede.run("undo", home: home).output == "undid: mark 3 items read\n")
        #expect(try count("--unread") == 4)
        #expect(try Lede.run("redo", home: home).output == "redid: mark 3 items read\n")
        #expect(try count("--unread") == 1)
    }

    @Test func `items are marked by number, by feed, or all`() throws {
        #expect(try Lede.run("mark", "star", "1", "3", home: home).output.hasPrefix("starred 2 items"))
        #expect(try count("--starred") == 2)
        #expect(try Lede.run("mark", "unstar", "3", home: home).output.hasPrefix("unstarred 1 item"))
        #expect(try Lede.run("mark", "read", "--feed", "The News", home: home).output.hasPrefix("marked 4 items read"))
        #expect(try Lede.run("mark", "unread", "--all", home: home).output.hasPrefix("marked 4 items unread"))
    }

    @Test func `invalid marks are refused: of nothing, in two ways at once, of a missing item`() throws {
        #expect(try Lede.run("mark", "read", home: home).status == 2)
        #expect(try Lede.run("mark", "read", "1", "--all", home: home).status == 2)
        let run = try Lede.run("mark", "read", "1", "99", home: home)
        #expect(run.status == 1 && run.errors.contains("no item 99"))
        #expect(try count("--unread") == 4)
    }

    @Test func `an item of a removed feed isn't marked until the feed returns`() throws {
        #expect(try Lede.run("remove", "The News", home: home).status == 0)
        let run = try Lede.run("mark", "star", "1", home: home)
        #expect(run.status == 1 && run.errors.contains("no item 1:"))
        #expect(try Lede.run("undo", home: home).status == 0)
        #expect(try Lede.run("mark", "star", "1", home: home).output.hasPrefix("starred 1 item"))
    }

    @Test func `undo says that there is nothing to undo`() throws {
        let run = try Lede.run("undo", home: home)
        #expect(run.status == 1 && run.errors == "lede: nothing to undo\n")
    }

    @Test func `a rule's preview counts items and changes nothing`() throws {
        #expect(
            try Lede.run("rules", "preview", "on new odd do hide", home: home).output == "would match 3 of 4 items\n")
        #expect(try count() == 4)
        #expect(try Lede.run("rules", "preview", "on new odd", home: home).status == 2)
    }

    @Test func `a refresh applies rules, notifies, and passes items to commands`() throws {
        let out = home.path + "/out.json"
        try home.write(
            config: """
                on new title =~ "even" do star
                on new odd do run cat > \(out)
                on new title # "4" do notify
                on new titel = "x" do hide
                """)
        try home.write(urls: [server.url("/other")])
        let run = try Lede.run("refresh", home: home)
        #expect(run.output == "The News\t4 odd\n")
        #expect(run.errors.contains("config:4:8: unknown attribute “titel”: did you mean “title”?"))
        #expect(try count("--starred") == 1)
        let given = try String(contentsOfFile: out, encoding: .utf8)
        #expect(given.split(separator: "\n").count == 3 && given.contains("\"title\":\"1 odd\""))
        let starred = try Lede.run("items", "--starred", "--json", home: home).output
        let id = try #require(starred.firstMatch(of: /"id":(\d+)/)).1
        #expect(
            try Lede.run("show", "--json", String(id), home: home).output.contains("starred by the rule in config:1"))
        let preview = try Lede.run("rules", "preview", home: home).output.split(separator: "\n")
        #expect(preview.first?.hasPrefix("config:1: ") == true)
        #expect(preview.first?.hasSuffix(": would match 1 of 4 items") == true)
    }

    @Test func `marks and rules apply to duplicates, which count once`() throws {
        try home.write(urls: [server.url("/feed"), server.url("/copies")])
        _ = try Lede.run("refresh", home: home)
        #expect(try Lede.run("unread", home: home).output == "4\n")
        #expect(try Lede.run("unread", "--filter", "feedtitle = \"The News\"", home: home).output == "4\n")
        #expect(try Lede.run("unread", "--filter", "odd", home: home).output == "3\n")
        for rule in ["on new odd do hide", "on new feedtitle = \"The News\" and odd do star"] {
            #expect(try Lede.run("rules", "preview", rule, home: home).output == "would match 6 of 8 items\n")
        }
        #expect(
            try Lede.run("mark", "star", "1", home: home).output
                == "starred 1 item, 1 duplicate too (“lede undo” to undo)\n")
        #expect(
            try Lede.run("mark", "read", "--filter", "odd", home: home).output.hasPrefix(
                "marked 3 items read, 3 duplicates too"))
    }

    @Test func `options that contradict each other are refused`() throws {
        for words in [["unread", "--tag", "x", "--filter", "odd"], ["mark", "read", "--all", "--feed", "The News"]] {
            let run = try Lede.run(words, home: home)
            #expect(run.status == 2 && run.errors.contains("not both"))
        }
    }

    @Test func `the limit may be any number, and 0 means none`() throws {
        for limit in ["0", "4611686018427387904", "\(Int.max)"] {
            #expect(try count("--limit", limit) == 4)
            #expect(try count("--filter", "odd", "--limit", limit) == 3)
            let found = try Lede.run("search", "odd", "--limit", limit, home: home)
            #expect(found.status == 0 && found.output.split(separator: "\n").count == 3)
        }
        let wrong = try Lede.run("search", "odd is:unred", home: home)
        #expect(wrong.status == 2 && wrong.errors.contains("invalid condition “is:unred”"))
        let unknown = try Lede.run("search", "odd foo:bar", home: home)
        #expect(unknown.status == 2 && unknown.errors.contains("invalid condition “foo:bar”: use title:, "))
        let unclosed = try Lede.run("search", "\"odd", home: home)
        #expect(unclosed.status == 2 && unclosed.errors.contains("mark before “odd”: close it"))
        #expect(try Lede.run("search", "after:2026-13-45", home: home).status == 2)
    }

    @Test func `an invalid saved search is reported with its place, and the others work`() throws {
        try home.write(urls: [server.url("/feed"), "\"query:Odd:odd\"", "\"query:Bad:titel = 5\""])
        let run = try Lede.run("feeds", home: home)
        #expect(run.errors.contains("urls:3:") && run.errors.contains("did you mean “title”?"))
    }

    @Test func `items --query lists the items of a saved search`() throws {
        try home.write(urls: [server.url("/feed"), "\"query:Odd ones:title =~ \\\"odd\\\"\""])
        #expect(try count("--query", "Odd ones") == 3)
        _ = try Lede.run("mark", "read", "--filter", "title =~ \"1 odd\"", home: home)
        #expect(try count("--query", "Odd ones", "--unread") == 2)
        let run = try Lede.run("items", "--query", "Odd one", home: home)
        #expect(run.status == 2 && run.errors.contains("did you mean “Odd ones”?"))
        #expect(try Lede.run("items", "--query", "Odd ones", "--starred", home: home).status == 2)
    }

    @Test func `an open reader shows marks by a command`() throws {
        let reader = try Reader.launch(home: home)
        try reader.waitForScreen(showing: "4 unread")
        _ = try Lede.run("mark", "read", "--filter", "odd", home: home)
        try reader.waitForScreen(showing: "1 unread")
    }
}

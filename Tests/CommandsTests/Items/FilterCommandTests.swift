import Foundation
import TestSupport
import Testing

@testable import Commands

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

    @Test func `an invalid filter is reported with its column, and the exit code is 2`() async throws {
        let run = try await home.run("items", "--filter", "titel = \"x\"")
        #expect(run.status == 2)
        #expect(
            run.errors.contains(
                "invalid filter: column 1: unknown attribute “titel”: did you mean “title”?"))
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

    @Test func `invalid marks are refused: of nothing, in two ways at once, of a missing item`() async throws {
        #expect(try await home.run("mark", "read").status == 2)
        #expect(try await home.run("mark", "read", "1", "--all").status == 2)
        let run = try await home.run("mark", "read", "1", "99")
        #expect(run.status == 1 && run.errors.contains("no item 99"))
        #expect(try await count("--unread") == 4)
    }

    @Test func `an item of a removed feed isn't marked until the feed returns`() async throws {
        #expect(try await home.run("remove", "The News").status == 0)
        let run = try await home.run("mark", "star", "1")
        #expect(run.status == 1 && run.errors.contains("no item 1:"))
        #expect(try await home.run("undo").status == 0)
        #expect(try await home.run("mark", "star", "1").output.hasPrefix("starred 1 item"))
    }

    @Test func `undo says that there is nothing to undo`() async throws {
        let run = try await home.run("undo")
        #expect(run.status == 1 && run.errors == "lede: nothing to undo\n")
    }

    @Test func `a rule's preview counts items and changes nothing`() async throws {
        #expect(
            try await home.run("rules", "preview", "on new odd do hide").output == "would match 3 of 4 items\n")
        #expect(try await count() == 4)
        #expect(try await home.run("rules", "preview", "on new odd").status == 2)
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
        #expect(run.output == "The News\t4 odd\n")
        #expect(run.errors.contains("config:4:8: unknown attribute “titel”: did you mean “title”?"))
        #expect(try await count("--starred") == 1)
        let given = try String(contentsOfFile: out, encoding: .utf8)
        #expect(given.split(separator: "\n").count == 3 && given.contains("\"title\":\"1 odd\""))
        let starred = try await home.run("items", "--starred", "--json").output
        let id = try #require(starred.firstMatch(of: /"id":(\d+)/)).1
        #expect(
            try await home.run("show", "--json", String(id)).output.contains("starred by the rule in config:1"))
        let preview = try await home.run("rules", "preview").output.split(separator: "\n")
        #expect(preview.first?.hasPrefix("config:1: ") == true)
        #expect(preview.first?.hasSuffix(": would match 1 of 4 items") == true)
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

    @Test func `options that contradict each other are refused`() async throws {
        for words in [["unread", "--tag", "x", "--filter", "odd"], ["mark", "read", "--all", "--feed", "The News"]] {
            let run = try await home.run(words)
            #expect(run.status == 2 && run.errors.contains("not both"))
        }
    }

    @Test func `the limit may be any number, and 0 means none`() async throws {
        for limit in ["0", "4611686018427387904", "\(Int.max)"] {
            #expect(try await count("--limit", limit) == 4)
            #expect(try await count("--filter", "odd", "--limit", limit) == 3)
            let found = try await home.run("search", "odd", "--limit", limit)
            #expect(found.status == 0 && found.output.split(separator: "\n").count == 3)
        }
        let wrong = try await home.run("search", "odd is:unred")
        #expect(wrong.status == 2 && wrong.errors.contains("invalid condition “is:unred”"))
        let unknown = try await home.run("search", "odd foo:bar")
        #expect(unknown.status == 2 && unknown.errors.contains("invalid condition “foo:bar”: use title:, "))
        let unclosed = try await home.run("search", "\"odd")
        #expect(unclosed.status == 2 && unclosed.errors.contains("mark before “odd”: close it"))
        #expect(try await home.run("search", "after:2026-13-45").status == 2)
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
        #expect(try await home.run("items", "--query", "Odd ones", "--starred").status == 2)
    }
}

import Foundation
import TestSupport
import Testing

@testable import Commands

@Suite struct `Subscriptions` {
    private let server: LoopbackServer
    private let home: Home

    init() throws {
        server = try LoopbackServer { request in
            switch request.path {
            case "/page":
                Answer(
                    200, headers: ["Content-Type": "text/html"],
                    body: """
                        <!doctype html><title>A page</title>
                        <link rel=alternate type=application/rss+xml href=/feed><link rel=alternate type=application/atom+xml href=/b>
                        """)
            case "/plain": Answer(200, headers: ["Content-Type": "text/html"], body: "<!doctype html><title>x</title>")
            default:
                Answer(
                    200,
                    body: SampleFeed(
                        title: "News of \(request.path)",
                        items: [.init(title: "Story of \(request.path)", link: "https://e.org\(request.path)")]
                    )
                    .rss)
            }
        }
        home = try Home()
    }

    private var file: String { home.config + "/urls" }
    private func text() throws -> String { try String(contentsOfFile: file, encoding: .utf8) }

    private func write(list: String) throws -> String {
        let path = home.path + "/list.opml"
        try "<opml version='2.0'><body>\(list)</body></opml>".write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    @Test func `add takes the feed that a page announces, and names the others`() async throws {
        let run = try await home.run("add", server.url("/page"))
        #expect(
            run.status == 0 && run.output == "added \(server.url("/feed"))\n"
                && run.errors == "lede: the page also has the feed “\(server.url("/b"))”\n")
        #expect(try text() == "\(server.url("/feed"))\n")
    }

    @Test func `add refuses a URL without a feed, unless told to add it`() async throws {
        let run = try await home.run("add", server.url("/plain"))
        #expect(run.status == 1 && run.errors.contains("not a feed but an HTML page"))
        #expect(!FileManager.default.fileExists(atPath: file))
        #expect(try await home.run("add", "--as-is", server.url("/plain")).status == 0)
        #expect(try text() == "\(server.url("/plain"))\n")
        #expect(server.hits("/plain") == 1)
    }

    @Test func `add adds an unreachable URL, and says so`() async throws {
        let run = try await home.run("add", "http://127.0.0.1:9/feed")
        #expect(
            run.status == 0 && run.errors.hasPrefix("lede: added “http://127.0.0.1:9/feed” without checking it: "))
        #expect(try text() == "http://127.0.0.1:9/feed\n")
    }

    @Test func `tag replaces the tags of a feed, and undo restores them`() async throws {
        try home.write(urls: ["https://example.org/feed old \"~Title\""])
        #expect(try await home.run("tag", "Title", "new", "two words").status == 0)
        #expect(try text() == "https://example.org/feed \"~Title\" new \"two words\"\n")
        #expect(try await home.run("tag", "Title", "!x").status == 2)
        #expect(try await home.run("undo").output == "undid: change the tags of Title\n")
        #expect(try text() == "https://example.org/feed old \"~Title\"\n")
    }

    @Test func `add writes title, tags and group`() async throws {
        let run = try await home.run(
            "add", server.url("/a"), "--title", "The One", "--tags", "x,two words", "--group", "code/swift")
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(try text() == "#: group code/swift\n\(server.url("/a")) \"~The One\" x \"two words\"\n")
    }

    @Test(arguments: [
        (["https://a.example/", "--tags", "~x"], "x” can't be a tag: after a URL, ~ begins a title"),
        (["https://a.example/", "--tags", "news, !x"], "x” can't be a tag: after a URL, ~ begins a title"),
        (["https://a.example/", "--group", "///"], "invalid group “///”"),
        (["exec:ls"], "write the line into the urls file yourself"),
        (["filter:cat:https://example.org/"], "write the line into the urls file yourself"),
        (["query:a:b"], "write the line into the urls file yourself"), (["ftp://example.org/b"], "ftp://")
    ])
    func `add refuses what has another meaning in the urls file`(words: [String], reason: String) async throws {
        let run = try await home.run(["add"] + words)
        #expect(run.status == 2 && run.errors.contains(reason) && !FileManager.default.fileExists(atPath: file))
    }

    @Test func `remove removes a feed, whose items return with its line`() async throws {
        try home.write(urls: ["# mine", server.url("/a"), "#: interval 2h", "", "\(server.url("/b")) tag # kept"])
        let before = try text()
        _ = try await home.run("refresh")
        #expect(try await home.run("remove", "News of /a").output == "removed News of /a\n")
        #expect(try text() == "# mine\n\n\(server.url("/b")) tag # kept\n")
        #expect(try await home.run("unread").output == "1\n")
        try before.write(toFile: file, atomically: true, encoding: .utf8)
        #expect(try await home.run("unread").output == "2\n")
        #expect(try await home.run("remove", "nobody").status == 2)
    }

    @Test func `a title that several feeds have is refused as ambiguous`() async throws {
        try home.write(urls: ["\(server.url("/a")) ~Same", "\(server.url("/b")) ~Same"])
        let run = try await home.run("remove", "Same")
        #expect(
            run.status == 2 && run.errors.contains("2 feeds have the title “Same”")
                && run.errors.contains("\(server.url("/a")) or \(server.url("/b"))"))
        #expect(try await home.run("feeds").output.split(separator: "\n").count == 2)
        #expect(try await home.run("remove", server.url("/b")).status == 0)
    }

    @Test func `undo restores a removed feed in its old place, and redo removes it again`() async throws {
        try home.write(urls: ["# top", "\(server.url("/a")) tag", "#: interval 2h", server.url("/b")])
        let before = try text()
        _ = try await home.run("refresh")
        _ = try await home.run("remove", server.url("/a"))
        #expect(try await home.run("undo").output == "undid: remove News of /a\n")
        #expect(try text() == before)
        #expect(try await home.run("unread").output == "2\n")
        #expect(try await home.run("redo").status == 0)
        #expect(try text() == "# top\n\(server.url("/b"))\n")
        #expect(try await home.run("unread").output == "1\n")
    }

    @Test func `undo removes an added feed again, and redo restores its line and items`() async throws {
        try home.write(urls: [server.url("/a"), "# end"])
        let before = try text()
        _ = try await home.run("add", server.url("/b"), "--tags", "x")
        let after = try text()
        _ = try await home.run("refresh")
        #expect(try await home.run("undo").output == "undid: add News of /b\n")
        #expect(try text() == before)
        #expect(try await home.run("unread").output == "1\n")
        #expect(try await home.run("redo").output == "redid: add News of /b\n")
        #expect(try text() == after)
        #expect(try await home.run("unread").output == "2\n")
    }

    @Test(arguments: [
        "\n", "https://a.example/", "# mine\r\nhttps://a.example/\r\n# end", "#: group x\nhttps://a.example/"
    ])
    func `undoing an addition to a group restores the file exactly`(before: String) async throws {
        try home.write(urls: [])
        for group in ["x", "code/swift"] {
            try Data(before.utf8).write(to: URL(filePath: file))
            _ = try await home.run("add", server.url("/b"), "--group", group)
            let after = try text()
            #expect(after.contains("#: group \(group)"))
            #expect(try await home.run("undo").status == 0)
            #expect(try text() == before)
            #expect(try await home.run("redo").status == 0)
            #expect(try text() == after)
        }
    }

    @Test func `an imported list is one step, undone and redone as a whole`() async throws {
        try home.write(urls: ["# mine", "#: group code", server.url("/a")])
        let list = try write(
            list:
                "<outline text='x'><outline xmlUrl='https://a.example/'/></outline><outline xmlUrl='https://b.example/'/>"
        )
        _ = try await home.run("import", "opml", list)
        let after = try text()
        #expect(try await home.run("undo").output == "undid: add 2 feeds\n")
        #expect(try await home.run("feeds").output.split(separator: "\n").count == 1)
        #expect(try !text().contains("example"))
        #expect(try await home.run("redo").status == 0)
        #expect(try text() == after)
    }

    @Test func `lines added with an editor can't be undone`() async throws {
        try home.write(urls: [server.url("/a")])
        _ = try await home.run("feeds")
        try home.write(urls: [server.url("/a"), server.url("/b")])
        _ = try await home.run("feeds")
        #expect(try await home.run("undo").errors.contains("nothing to undo"))
    }

    @Test func `move changes a feed's URL, and keeps its read marks`() async throws {
        try home.write(urls: ["# mine", "\(server.url("/a")) tag # kept", "#: interval 2h", server.url("/b")])
        _ = try await home.run("refresh")
        _ = try await home.run("mark", "read", "--feed", server.url("/a"))
        let run = try await home.run("move", server.url("/a"), server.url("/c"))
        #expect(run.output == "changed the URL of News of /a to \(server.url("/c"))\n")
        #expect(try text() == "# mine\n\(server.url("/c")) tag # kept\n#: interval 2h\n\(server.url("/b"))\n")
        #expect(try await home.run("unread").output == "1\n")
        #expect(try await home.run("move", server.url("/c"), server.url("/b")).status == 1)
        #expect(try await home.run("move", server.url("/c")).errors.contains("hasn't reported a new URL"))
        #expect(try await home.run("move", server.url("/c"), "exec:date").status != 0)
    }

    @Test func `move keeps the command of a filter`() async throws {
        try home.write(urls: ["\"filter:sed s/old/new/:\(server.url("/a"))\" tag"])
        _ = try await home.run("refresh")
        let run = try await home.run("move", "News of /a", server.url("/c"))
        #expect(run.status == 0)
        #expect(try text() == "\"filter:sed s/old/new/:\(server.url("/c"))\" tag\n")
        #expect(try await home.run("unread").output == "1\n")
    }

    @Test func `rename changes one word of the file, and the feed's name everywhere`() async throws {
        try home.write(urls: ["\(server.url("/a"))  tag", server.url("/b")])
        #expect(try await home.run("rename", server.url("/a"), "New Name").status == 0)
        #expect(try text() == "\(server.url("/a")) \"~New Name\"  tag\n\(server.url("/b"))\n")
        #expect(try await home.run("feeds").output.contains("New Name"))
        #expect(try await home.run("rename", "New Name").status == 0)
        #expect(try text() == "\(server.url("/a"))  tag\n\(server.url("/b"))\n")
    }

    @Test func `a mistake in the urls file is reported with its place, and affects nothing else`() async throws {
        try home.write(urls: [server.url("/a"), "#: intervall 2h", "  nonsense", server.url("/b")])
        let run = try await home.run("feeds")
        #expect(run.status == 0)
        #expect(
            run.errors == """
                lede: \(file):2:1: unknown feed setting “intervall”: did you mean “interval”?
                lede: \(file):3:3: “nonsense” isn't a URL: use one like https://example.org/feed.xml

                """)
        #expect(run.output.contains(server.url("/a")) && run.output.contains(server.url("/b")))
    }

    @Test func `an imported list keeps titles and folders, and makes lede run or read nothing`() async throws {
        try home.write(urls: ["# mine"])
        let list = try write(
            list: """
                <outline text='Code'><outline text='Swift &quot;blog&quot;' xmlUrl='https://a.example/' category='apple'/></outline>
                <outline text='x' xmlUrl='exec:touch /tmp/x'/><outline text='y' xmlUrl='file:///etc/passwd'/>
                <outline text='z&#10;exec:ls' xmlUrl='https://b.example/'/>
                """)
        let run = try await home.run("import", "opml", list)
        #expect(run.output == "added 2 of 2 feeds\n")
        #expect(
            run.errors == """
                lede: skipped “exec:touch /tmp/x”: it isn't a web URL
                lede: skipped “file:///etc/passwd”: it isn't a web URL

                """)
        #expect(
            try text()
                == "# mine\nhttps://b.example/ \"~z exec:ls\"\n#: group Code\nhttps://a.example/ \"~Swift \\\"blog\\\"\" apple\n"
        )
    }

    @Test func `an import names what it skips shortly and without passwords, and counts the rest`() async throws {
        let long = "https://a.example/" + String(repeating: "x", count: 70_000)
        let list = try write(list: "<outline xmlUrl='\(long)'/><outline xmlUrl='ftp://me:secret@b.example/'/>")
        let run = try await home.run("import", "opml", list)
        #expect(run.output == "added 0 of 0 feeds\n")
        #expect(
            run.errors == """
                lede: skipped “\(long.prefix(200))”: it is longer than 8 KB
                lede: skipped “ftp://b.example/”: it isn't a web URL

                """)
    }

    @Test func `an invalid OPML file is reported with its line, and adds nothing`() async throws {
        try home.write(urls: ["# mine"])
        let list = try write(list: "\n<outline xmlUrl='https://a.example/'/>\n<broken")
        let run = try await home.run("import", "opml", list)
        #expect(run.status == 1 && run.errors.hasPrefix("lede: \(list):3: invalid XML: "))
        #expect(try text() == "# mine\n")
    }

    @Test func `an exported list gives another lede the same feeds, titles, tags and groups`() async throws {
        try home.write(urls: [
            "https://a.example/?a=1&b=2 \"~A <b> & \\\"c\\\"\" \"two words\"", "exec:ls", "#: group code/swift",
            "https://b.example/ !"
        ])
        let run = try await home.run("export", "opml")
        #expect(run.errors == "lede: skipped “exec:ls”: it isn't a web URL\n")
        let list = home.path + "/exported.opml"
        try run.output.write(toFile: list, atomically: true, encoding: .utf8)
        let other = try Home()
        #expect(
            try await other.run("import", "opml", list).output == "added 2 of 2 feeds\n  1 of them hidden\n")
        let dateless = { (text: String) in text.split(separator: "\n").filter { !$0.contains("<dateCreated>") } }
        #expect(try dateless(await other.run("export", "opml").output) == dateless(run.output))
        #expect(try String(contentsOfFile: other.config + "/urls", encoding: .utf8).hasSuffix("https://b.example/ !\n"))
    }

    @Test func `feeds whose urls file is gone are exported with their tags and groups`() async throws {
        try home.write(urls: ["https://a.example/ news linux", "#: group code/swift", "https://b.example/ apple"])
        _ = try await home.run("feeds")
        let before = try await home.run("export", "opml").output
        try FileManager.default.removeItem(atPath: home.config + "/urls")
        let after = try await home.run("export", "opml").output
        #expect(
            after.contains("category=\"linux,news\"") && after.contains("category=\"apple\"")
                && after.count { $0 == "\n" } == before.count { $0 == "\n" })
    }

    @Test func `a URL without a scheme becomes http if only that server answers, even with an error`() async throws {
        let server = try LoopbackServer(refusesTLS: true) { _ in Answer(403) }
        let address = String(server.url("/feed.xml").dropFirst("http://".count))
        let home = try Home()
        #expect(try await home.run("add", address).errors.contains("the server answered 403"))
        #expect(try String(contentsOfFile: home.config + "/urls", encoding: .utf8) == "http://\(address)\n")
    }

    @Test func `add tries https and http for a URL without a scheme`() async throws {
        let server = try LoopbackServer(refusesTLS: true) { _ in Answer(200, body: SampleFeed(title: "Fresh News").rss)
        }
        let address = String(server.url("/feed.xml").dropFirst("http://".count))
        #expect(try await home.run("add", address).output == "added http://\(address)\n")
        // If neither answers, the https URL is added.
        server.stop()
        #expect(try await home.run("add", "\(address)/2").errors.contains("added “https://\(address)/2” without"))
    }

    @Test func `add writes a line, import adds a list, and neither adds a feed twice`() async throws {
        try home.write(urls: ["# mine", "https://example.org/a"])
        for _ in 1...2 { #expect(try await home.run("add", "--as-is", "https://example.org/b").status == 0) }
        let list = try write(
            list: "<outline xmlUrl='https://example.org/c'/><outline xmlUrl='https://example.org/a'/>")
        #expect(try await home.run("import", "opml", list).output == "added 1 of 2 feeds\n")
        #expect(try text() == "# mine\nhttps://example.org/a\nhttps://example.org/b\nhttps://example.org/c\n")
    }
}

import Foundation
import TestSupport
import Testing

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

    @Test func `add takes the feed that a page announces, and names the others`() throws {
        let run = try Lede.run("add", server.url("/page"), home: home)
        #expect(run.status == 0 && run.output == "added \(server.url("/feed"))\n")
        #expect(run.errors == "lede: the page also has the feed “\(server.url("/b"))”\n")
        #expect(try text() == "\(server.url("/feed"))\n")
    }

    @Test func `add refuses a URL without a feed, unless told to add it`() throws {
        let run = try Lede.run("add", server.url("/plain"), home: home)
        #expect(run.status == 1 && run.errors.contains("not a feed but an HTML page"))
        #expect(!FileManager.default.fileExists(atPath: file))
        #expect(try Lede.run("add", "--as-is", server.url("/plain"), home: home).status == 0)
        #expect(try text() == "\(server.url("/plain"))\n")
        #expect(server.hits("/plain") == 1)
    }

    @Test func `a feed that add couldn't reach fails like any other`() throws {
        let server = try LoopbackServer { _ in Answer(200) }
        let url = server.url("/feed")
        server.stop()
        #expect(try Lede.run("add", url, home: home).errors.contains("without checking it: "))
        let reader = try Reader.launch(home: home)
        try reader.waitForScreen(showing: "⚠")
        try reader.press("E")
        try reader.waitForScreen(showing: "refused the connection")
    }

    @Test func `add adds an unreachable URL, and says so`() throws {
        let run = try Lede.run("add", "https://example.org/feed", home: home)
        #expect(
            run.status == 0
                && run.errors.hasPrefix("lede: added “https://example.org/feed” without checking it: "))
        #expect(try text() == "https://example.org/feed\n")
    }

    @Test func `tag replaces the tags of a feed, and undo restores them`() throws {
        try home.write(urls: ["https://example.org/feed old \"~Title\""])
        #expect(try Lede.run("tag", "Title", "new", "two words", home: home).status == 0)
        #expect(try text() == "https://example.org/feed \"~Title\" new \"two words\"\n")
        #expect(try Lede.run("tag", "Title", "!x", home: home).status == 2)
        #expect(try Lede.run("undo", home: home).output == "undid: change the tags of Title\n")
        #expect(try text() == "https://example.org/feed old \"~Title\"\n")
    }

    @Test func `add writes title, tags and group`() throws {
        let run = try Lede.run(
            "add", server.url("/a"), "--title", "The One", "--tags", "x,two words", "--group", "code/swift", home: home)
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(try text() == "#: group code/swift\n\(server.url("/a")) \"~The One\" x \"two words\"\n")
        #expect(try Lede.run("add", server.url("/b"), "--group", "///", home: home).status == 2)
    }

    @Test(arguments: ["~x", "news, !x"])
    func `add refuses a tag with another meaning in the urls file`(tags: String) throws {
        let run = try Lede.run("add", server.url("/a"), "--tags", tags, home: home)
        #expect(run.status == 2 && run.errors.contains("x” can't be a tag: after a URL, ~ begins a title"))
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test(arguments: ["exec:ls", "filter:cat:https://example.org/", "query:a:b"])
    func `add refuses commands`(url: String) throws {
        let run = try Lede.run("add", url, home: home)
        #expect(run.status == 2 && run.errors.contains("write the line into the urls file yourself"))
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test func `remove removes a feed, whose items return with its line`() throws {
        try home.write(urls: ["# mine", server.url("/a"), "#: interval 2h", "", "\(server.url("/b")) tag # kept"])
        let before = try text()
        _ = try Lede.run("refresh", home: home)
        #expect(try Lede.run("remove", "News of /a", home: home).output == "removed News of /a\n")
        #expect(try text() == "# mine\n\n\(server.url("/b")) tag # kept\n")
        #expect(try Lede.run("unread", home: home).output == "1\n")
        try before.write(toFile: file, atomically: true, encoding: .utf8)
        #expect(try Lede.run("unread", home: home).output == "2\n")
        #expect(try Lede.run("remove", "nobody", home: home).status == 2)
    }

    @Test func `a title that several feeds have is refused as ambiguous`() throws {
        try home.write(urls: ["\(server.url("/a")) ~Same", "\(server.url("/b")) ~Same"])
        let run = try Lede.run("remove", "Same", home: home)
        #expect(run.status == 2 && run.errors.contains("2 feeds have the title “Same”"))
        #expect(run.errors.contains("\(server.url("/a")) or \(server.url("/b"))"))
        #expect(try Lede.run("feeds", home: home).output.split(separator: "\n").count == 2)
        #expect(try Lede.run("remove", server.url("/b"), home: home).status == 0)
    }

    @Test func `undo restores a removed feed in its old place, and redo removes it again`() throws {
        try home.write(urls: ["# top", "\(server.url("/a")) tag", "#: interval 2h", server.url("/b")])
        let before = try text()
        _ = try Lede.run("refresh", home: home)
        _ = try Lede.run("remove", server.url("/a"), home: home)
        #expect(try Lede.run("undo", home: home).output == "undid: remove News of /a\n")
        #expect(try text() == before)
        #expect(try Lede.run("unread", home: home).output == "2\n")
        #expect(try Lede.run("redo", home: home).status == 0)
        #expect(try text() == "# top\n\(server.url("/b"))\n")
        #expect(try Lede.run("unread", home: home).output == "1\n")
    }

    @Test func `undo removes an added feed again, and redo restores its line and items`() throws {
        try home.write(urls: [server.url("/a"), "# end"])
        let before = try text()
        _ = try Lede.run("add", server.url("/b"), "--tags", "x", home: home)
        let after = try text()
        _ = try Lede.run("refresh", home: home)
        #expect(try Lede.run("undo", home: home).output == "undid: add News of /b\n")
        #expect(try text() == before)
        #expect(try Lede.run("unread", home: home).output == "1\n")
        #expect(try Lede.run("redo", home: home).output == "redid: add News of /b\n")
        #expect(try text() == after)
        #expect(try Lede.run("unread", home: home).output == "2\n")
    }

    @Test(arguments: [
        "", "https://a.example/", "# mine\r\nhttps://a.example/\r\n# end", "#: group x\nhttps://a.example/"
    ])
    func `undoing an addition to a group restores the file exactly`(before: String) throws {
        try home.write(urls: [])
        for group in ["x", "code/swift"] {
            try Data(before.utf8).write(to: URL(filePath: file))
            _ = try Lede.run("add", server.url("/b"), "--group", group, home: home)
            let after = try text()
            #expect(after.contains("#: group \(group)"))
            #expect(try Lede.run("undo", home: home).status == 0)
            #expect(try text() == before)
            #expect(try Lede.run("redo", home: home).status == 0)
            #expect(try text() == after)
        }
    }

    @Test func `an imported list is one step, undone and redone as a whole`() throws {
        try home.write(urls: ["# mine", "#: group code", server.url("/a")])
        let list = try write(
            list:
                "<outline text='x'><outline xmlUrl='https://a.example/'/></outline><outline xmlUrl='https://b.example/'/>"
        )
        _ = try Lede.run("import", "opml", list, home: home)
        let after = try text()
        #expect(try Lede.run("undo", home: home).output == "undid: add 2 feeds\n")
        #expect(try Lede.run("feeds", home: home).output.split(separator: "\n").count == 1)
        #expect(try !text().contains("example"))
        #expect(try Lede.run("redo", home: home).status == 0)
        #expect(try text() == after)
    }

    @Test func `lines added with an editor can't be undone`() throws {
        try home.write(urls: [server.url("/a")])
        _ = try Lede.run("feeds", home: home)
        try home.write(urls: [server.url("/a"), server.url("/b")])
        _ = try Lede.run("feeds", home: home)
        #expect(try Lede.run("undo", home: home).errors.contains("nothing to undo"))
    }

    @Test func `the reader can undo and redo adding a feed, at its place`() throws {
        try home.write(urls: ["#: group code", server.url("/a"), "#: group", server.url("/b"), "# end"])
        let reader = try Reader.launch(home: home)
        try reader.waitForScreen(showing: "0 unread")
        let before = try text()
        try reader.press("a")
        try reader.type(server.url("/c"))
        try reader.press(.enter)
        try reader.waitForScreen(showing: "Enter to add this feed")
        try reader.press(.enter)
        try reader.waitForScreen { $0.contains("1 new in 1 feed") && $0.contains("News of /c") }
        let after = try text()
        try reader.press("u")
        try reader.waitForScreen {
            $0.contains("Undid: add News of /c")
                && !$0.lines.dropLast().contains { $0.contains("News of /c") }
        }
        #expect(try text() == before)
        try reader.press(.control("r"))
        try reader.waitForScreen { $0.contains("Redid: add") && $0.contains("News of /c") }
        #expect(try text() == after)
    }

    @Test(arguments: [56, 57, 58])
    func `a preview shows items as lists do`(columns: Int) throws {
        let title = "A story with a title as long as there is room for it on no screen"
        let old = SampleFeed.Item(title: title, date: Date(timeIntervalSinceNow: -400 * 86_400))
        let server = try LoopbackServer { _ in Answer(200, body: SampleFeed(title: "News", items: [old]).rss) }
        let reader = try Reader.launch(feeds: ["https://a.invalid/"], size: (columns, 24))
        try reader.waitForScreen(showing: "a.invalid")
        try reader.press("a")
        try reader.type(server.url("/"))
        try reader.press(.enter)
        let preview = try reader.waitForScreen { $0.contains("Enter to add this feed") && $0.contains("A story") }
        try reader.press(.enter)
        try reader.waitForScreen { $0.contains("1 new in 1 feed") }
        try reader.press(.end, .enter)
        let list = try reader.waitForScreen(showing: "● A story")
        let rows = try [preview, list].map { screen in
            try screen.line(#require(screen.row(of: "A story"))).replacing("●", with: " ")
        }
        #expect(rows[0] == rows[1])
    }

    @Test func `move changes a feed's URL, and keeps its read marks`() throws {
        try home.write(urls: ["# mine", "\(server.url("/a")) tag # kept", "#: interval 2h", server.url("/b")])
        _ = try Lede.run("refresh", home: home)
        _ = try Lede.run("mark", "read", "--feed", server.url("/a"), home: home)
        let run = try Lede.run("move", server.url("/a"), server.url("/c"), home: home)
        #expect(run.output == "changed the URL of News of /a to \(server.url("/c"))\n")
        #expect(try text() == "# mine\n\(server.url("/c")) tag # kept\n#: interval 2h\n\(server.url("/b"))\n")
        #expect(try Lede.run("unread", home: home).output == "1\n")
        #expect(try Lede.run("move", server.url("/c"), server.url("/b"), home: home).status == 1)
        #expect(try Lede.run("move", server.url("/c"), home: home).errors.contains("hasn't reported a new URL"))
        #expect(try Lede.run("move", server.url("/c"), "exec:date", home: home).status != 0)
    }

    @Test func `move keeps the command of a filter`() throws {
        try home.write(urls: ["\"filter:sed s/old/new/:\(server.url("/a"))\" tag"])
        _ = try Lede.run("refresh", home: home)
        let run = try Lede.run("move", "News of /a", server.url("/c"), home: home)
        #expect(run.status == 0)
        #expect(try text() == "\"filter:sed s/old/new/:\(server.url("/c"))\" tag\n")
        #expect(try Lede.run("unread", home: home).output == "1\n")
    }

    @Test func `rename changes one word of the file, and the feed's name everywhere`() throws {
        try home.write(urls: ["\(server.url("/a"))  tag", server.url("/b")])
        #expect(try Lede.run("rename", server.url("/a"), "New Name", home: home).status == 0)
        #expect(try text() == "\(server.url("/a")) \"~New Name\"  tag\n\(server.url("/b"))\n")
        #expect(try Lede.run("feeds", home: home).output.contains("New Name"))
        #expect(try Lede.run("rename", "New Name", home: home).status == 0)
        #expect(try text() == "\(server.url("/a"))  tag\n\(server.url("/b"))\n")
    }

    @Test(.disabled(if: Sanitizer.builtIn == .thread, "the sanitizer begins with a file"))
    func `a urls file that can't be written is reported, and the feed stays`() throws {
        try home.write(urls: [server.url("/a")])
        _ = try Lede.run("refresh", home: home)
        // Works for root, too: no file may grow.
        let run = try CommandRun(
            program: "/bin/sh",
            arguments: [
                "-c", "ulimit -f 0; exec \"$0\" remove \"$1\"", BuildProducts.executable("lede"),
                server.url("/a")
            ], environment: Lede.environment(home: home, adding: [:]))
        #expect(run.status == 1 && run.errors.hasPrefix("lede: "), "\(run)")
        #expect(try text() == "\(server.url("/a"))\n")
        #expect(try Lede.run("feeds", home: home).output.contains(server.url("/a")))
    }

    @Test(
        .disabled(if: Sanitizer.builtIn == .thread, "the sanitizer begins with a file"),
        arguments: [["remove", "/a"], ["rename", "/a", "New Name"], ["move", "/a", "/c"], ["add", "--as-is", "/c"]])
    func `if no file can be written, the feeds and the library stay as they are`(words: [String])
        throws
    {
        try home.write(urls: [server.url("/a"), server.url("/b")])
        #expect(try Lede.run("refresh", home: home).status == 0)
        let before = try [text(), Lede.run("feeds", "--json", home: home).output]
        // The system reports that a file may not grow by an error or a signal; here, by an error.
        let lede = try BuildProducts.executable("lede")
        let operands = words.map { $0.hasPrefix("/") ? server.url($0) : $0 }
        let run = try CommandRun(
            program: "/bin/sh", arguments: ["-c", "ulimit -f 0; exec \(lede) \"$@\"", "sh"] + operands,
            environment: Lede.environment(home: home, adding: [:]))
        #expect(run.status == 1 && run.errors.hasPrefix("lede: "), "\(run)")
        let after = try [text(), Lede.run("feeds", "--json", home: home).output]
        #expect(before == after)
    }

    @Test func `the reader restores a removed feed in its old place`() throws {
        let lines = ["# top", "\(server.url("/a")) tag", "#: interval 2h", "# between", server.url("/b"), "# end"]
        try home.write(urls: lines)
        let before = try text()
        _ = try Lede.run("refresh", home: home)
        _ = try Lede.run("remove", server.url("/a"), home: home)
        let reader = try Reader.launch(home: home)
        try reader.waitForScreen { $0.contains("News of /b") && !$0.contains("News of /a") }
        try reader.press("u")
        try reader.waitForScreen {
            $0.contains("Undid: remove News of /a")
                && $0.lines.dropLast().contains { $0.contains("News of /a") }
        }
        #expect(try text() == before)
        try reader.press(.control("r"))
        try reader.waitForScreen {
            $0.contains("Redid: remove News of /a")
                && !$0.lines.dropLast().contains { $0.contains("News of /a") }
        }
        #expect(try text() == "# top\n# between\n\(server.url("/b"))\n# end\n")
    }

    @Test func `a hidden feed is fetched with the others, but isn't listed`() throws {
        try home.write(urls: ["\(server.url("/a")) !", server.url("/b")])
        let reader = try Reader.launch(home: home)
        try reader.press("R")
        try reader.waitForScreen { $0.contains("2 new in 2 feeds") && $0.contains("News of /b") }
        #expect(!reader.screen.contains("News of /a"))
        #expect(try Lede.run("feeds", home: home).output.contains("News of /a"))
    }

    @Test func `a tag of hidden feeds isn't offered, and using it says so`() throws {
        let (news, other) = ("http://127.0.0.1:9/news", "http://127.0.0.1:9/other")
        try home.write(urls: ["\(news) daily", "\(other) quiet !"])
        let reader = try Reader.launch(home: home)
        try reader.waitForScreen(showing: "Starred")
        try reader.press("t")
        try reader.waitForScreen { $0.contains("Show tag or group:") && $0.contains("daily") && !$0.contains("quiet") }
        try reader.press(.enter)
        try reader.waitForScreen { $0.contains("/news") && !$0.contains("Starred") }
        try home.write(urls: ["\(news) daily !", "\(other) quiet !"])
        try reader.waitForScreen(showing: "All feeds with this tag are hidden: press Ctrl-T to show all feeds.")
    }

    @Test func `a mistake in the urls file is reported with its place, and affects nothing else`() throws {
        try home.write(urls: [server.url("/a"), "#: intervall 2h", "  nonsense", server.url("/b")])
        let run = try Lede.run("feeds", home: home)
        #expect(run.status == 0)
        #expect(
            run.errors == """
                lede: \(file):2:1: unknown feed setting “intervall”: did you mean “interval”?
                lede: \(file):3:3: “nonsense” isn't a URL: use one like https://example.org/feed.xml

                """)
        #expect(run.output.contains(server.url("/a")) && run.output.contains(server.url("/b")))
    }

    @Test func `an imported list keeps titles and folders, and makes lede run or read nothing`() throws {
        try home.write(urls: ["# mine"])
        let list = try write(
            list: """
                <outline text='Code'><outline text='Swift &quot;blog&quot;' xmlUrl='https://a.example/' category='apple'/></outline>
                <outline text='x' xmlUrl='exec:touch /tmp/x'/><outline text='y' xmlUrl='file:///etc/passwd'/>
                <outline text='z&#10;exec:ls' xmlUrl='https://b.example/'/>
                """)
        let run = try Lede.run("import", "opml", list, home: home)
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

    @Test func `an invalid OPML file is reported with its line, and adds nothing`() throws {
        try home.write(urls: ["# mine"])
        let list = try write(list: "\n<outline xmlUrl='https://a.example/'/>\n<broken")
        let run = try Lede.run("import", "opml", list, home: home)
        #expect(run.status == 1 && run.errors.hasPrefix("lede: \(list):3: invalid XML: "))
        #expect(try text() == "# mine\n")
    }

    @Test func `an exported list gives another lede the same feeds, titles, tags and groups`() throws {
        try home.write(urls: [
            "https://a.example/?a=1&b=2 \"~A <b> & \\\"c\\\"\" \"two words\"", "exec:ls", "#: group code/swift",
            "https://b.example/ !"
        ])
        let run = try Lede.run("export", "opml", home: home)
        #expect(run.errors == "lede: skipped “exec:ls”: it isn't a web URL\n")
        let list = home.path + "/exported.opml"
        try run.output.write(toFile: list, atomically: true, encoding: .utf8)
        let other = try Home()
        #expect(
            try Lede.run("import", "opml", list, home: other).output == "added 2 of 2 feeds\n  1 of them hidden\n")
        let dateless = { (text: String) in text.split(separator: "\n").filter { !$0.contains("<dateCreated>") } }
        #expect(try dateless(Lede.run("export", "opml", home: other).output) == dateless(run.output))
        #expect(try String(contentsOfFile: other.config + "/urls", encoding: .utf8).hasSuffix("https://b.example/ !\n"))
    }

    @Test func `feeds whose urls file is gone are exported with their tags and groups`() throws {
        try home.write(urls: ["https://a.example/ news linux", "#: group code/swift", "https://b.example/ apple"])
        _ = try Lede.run("feeds", home: home)
        let before = try Lede.run("export", "opml", home: home).output
        try FileManager.default.removeItem(atPath: home.config + "/urls")
        let after = try Lede.run("export", "opml", home: home).output
        #expect(after.contains("category=\"linux,news\"") && after.contains("category=\"apple\""))
        #expect(after.count { $0 == "\n" } == before.count { $0 == "\n" })
    }
}

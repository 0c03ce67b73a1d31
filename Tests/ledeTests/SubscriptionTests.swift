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
}

import Foundation
import SQLite
import TestSupport
import Testing

@Suite(.blocking) struct `Subscriptions` {
    private let server: LoopbackServer
    private let home: Home

    init() throws {
        server = try LoopbackServer { request in
            let path = request.path
            let items = [SampleFeed.Item(title: "Story of \(path)", link: "https://e.org\(path)")]
            return Answer(200, body: SampleFeed(title: "News of \(path)", items: items).rss)
        }
        home = try Home()
    }

    private func text() throws -> String {
        try String(contentsOfFile: home.config + "/urls", encoding: .utf8)
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

    @Test func `a hidden feed is fetched with the others, but isn't listed`() throws {
        try home.write(urls: ["\(server.url("/a")) !", server.url("/b")])
        let reader = try Reader.launch(home: home)
        try reader.press("R")
        try reader.waitForScreen { $0.contains("2 new in 2 feeds") && $0.contains("News of /b") }
        #expect(!reader.screen.contains("News of /a"))
        #expect(try Lede.run("feeds", home: home).output.contains("News of /a"))
    }
}

@Suite(.blocking) struct `A moved feed` {
    private let home: Home
    private let server: LoopbackServer

    init() throws {
        home = try Home()
        server = try LoopbackServer { request in
            if request.path == "/old" { return Answer(301, headers: ["Location": "/new"]) }
            return Answer(200, body: SampleFeed(title: "News", items: [.init(title: "One"), .init(title: "Two")]).rss)
        }
        try home.write(urls: ["# mine", "\(server.url("/old")) tag # kept"])
    }

    @Test func `a feed that has moved for days offers its new URL, and keeps its marks there`()
        throws
    {
        for _ in 1...3 { #expect(try Lede.run("refresh", home: home).status == 0) }
        #expect(try Lede.run("mark", "read", "1", home: home).status == 0)
        #expect(try Lede.run("doctor", home: home).status == 0)
        try letDaysGoBy()
        let doctor = try Lede.run("doctor", home: home)
        #expect(doctor.status == 1)
        let moved = doctor.output.split(separator: "\n").filter { $0.hasPrefix("moved") }
        #expect(
            moved.count == 1
                && moved.first?.contains("to \(server.url("/new")): change its URL with “lede move”") == true)
        let reader = try Reader.launch(home: home)
        try reader.waitForScreen(showing: "1 unread · 1 moved (E)")
        try reader.press("I")
        try reader.waitForScreen(showing: "The feed has moved permanently to \(server.url("/new"))")
        try reader.press("q", "E")
        try reader.waitForScreen { $0.line(0).contains("failures") && $0.contains("Press @ to use") }
        try reader.press("@")
        try reader.waitForScreen(showing: "Feed URL: \(server.url("/new"))")
        try reader.press(.control("g"), "q")
        #expect(try reader.quit() == .status(0))

        #expect(try Lede.run("move", "News", home: home).output == "changed the URL of News to \(server.url("/new"))\n")
        #expect(
            try String(contentsOfFile: home.config + "/urls", encoding: .utf8)
                == "# mine\n\(server.url("/new")) tag # kept\n")
        #expect(try Lede.run("refresh", home: home).status == 0)
        #expect(try Lede.run("unread", home: home).output == "1\n")
        #expect(try Lede.run("doctor", home: home).status == 0)
        #expect(server.requests.map(\.path) == ["/old", "/new", "/old", "/new", "/old", "/new", "/new"])
    }

    /// Changes the stored dates as if two days had passed.
    private func letDaysGoBy() throws {
        try Database(path: home.data + "/library.db", access: .readWrite).execute(
            "UPDATE fetches SET moved_since = moved_since - 2 * 86400000")
    }
}

@Suite(.blocking) struct `Settings of one feed` {
    @Test func `the reader warns at its start and in the details about a feed without a certificate check`() throws {
        let server = try LoopbackServer { _ in Answer(200, body: SampleFeed(title: "News").rss) }
        let reader = try Reader.launch(feeds: [server.url("/a"), "#: verify no"], size: (120, 24))
        try reader.waitForScreen { $0.line(23).contains("“\(server.url("/a"))” could come from anyone: “verify no”") }
        try reader.press("E")
        try reader.waitForScreen { $0.line(0).contains("failures") && $0.contains("/a” could come from anyone") }
        try reader.press("q", "I")
        try reader.waitForScreen(showing: "lede doesn't check this server's certificate")
    }
}

@Suite(.blocking) struct `A password in a URL` {
    @Test func `a password in a URL is on no screen, except to change the URL`() throws {
        let server = try LoopbackServer { request in
            if request.headers["authorization"] == nil {
                return Answer(401, headers: ["WWW-Authenticate": "Basic realm=\"x\""])
            }
            let items = [SampleFeed.Item(title: "One", body: "Text", link: "https://example.org/1")]
            return Answer(200, body: SampleFeed(title: "", items: items).rss)
        }
        let home = try Home()
        try home.write(urls: [server.url("/untitled").replacing("//", with: "//me:sesame@")])
        let reader = try Reader.launch(size: (120, 24), home: home)
        try reader.waitForScreen(showing: "/untitled")
        try reader.press("r")
        try reader.waitForScreen(showing: "1 new")
        #expect(!reader.screen.text.contains("sesame"))
        try reader.type(":show-information\r")
        try reader.waitForScreen(showing: "1 item, 1 unread")
        #expect(reader.screen.contains(server.url("/untitled")) && !reader.screen.text.contains("sesame"))
    }
}

@Suite(.blocking) struct `The undo history` {
    @Test func `the undo history names a feed without a title by its URL`() throws {
        let home = try Home()
        for url in ["https://user:secret@a.invalid/feed", "https://b.invalid/feed"] {
            #expect(try Lede.run("add", "--as-is", url, home: home).status == 0)
        }
        func history(_ arguments: String...) throws -> [String] {
            try Lede.run(["history"] + arguments, home: home).output.split(separator: "\n").map {
                $0.split(separator: "\t").dropFirst().joined(separator: " ")
            }
        }
        let steps = ["add “https://b.invalid/feed”", "add “https://a.invalid/feed”"]
        #expect(try history() == steps)
        #expect(try history("--limit", "1") == steps.dropLast())
        #expect(try history("--limit", "0") == steps, "0 means no limit, as for other commands")
        #expect(try Lede.run("undo", home: home).output == "undid: add https://b.invalid/feed\n")
        #expect(try Lede.run("redo", home: home).output == "redid: add https://b.invalid/feed\n")
        let reader = try Reader.launch(home: home)
        try reader.waitForScreen(showing: "b.invalid")
        try reader.press("H")
        try reader.waitForScreen(showing: "→ add “https://b.invalid/feed”")
    }
}

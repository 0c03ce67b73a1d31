import Foundation
import TestSupport
import Testing

@Suite(.drawing) struct `Managing feeds in the reader` {
    private func urls(_ reader: DrawnReader) throws -> String {
        try String(contentsOfFile: reader.home.config + "/urls", encoding: .utf8)
    }

    @Test func `the feeds of a page can be previewed and added`() async throws {
        let page = """
            <html><head><link rel="alternate" type="application/rss+xml" title="News" href="/news.xml">
            <link rel="alternate" type="application/atom+xml" title="Comments" href="/comments.xml"></head></html>
            """
        let server = try LoopbackServer { request in
            switch request.path {
            case "/news.xml": Answer(200, body: SampleFeed(title: "The News").rss)
            case "/comments.xml": Answer(200, body: SampleFeed(title: "The Comments").atom)
            default: Answer(200, headers: ["Content-Type": "text/html"], body: page)
            }
        }
        let reader = try DrawnReader.launch(feeds: [])
        try await reader.waitForScreen(showing: "have any feeds yet")
        reader.press("a")
        reader.type(server.url("/"))
        reader.press(.enter)
        try await reader.waitForScreen { $0.contains("Feeds at ") && $0.contains("Comments") }
        reader.press("comm", .enter)
        try await reader.waitForScreen { $0.contains("The Comments") && $0.contains("Enter to add this feed") }
        reader.press(.enter)
        try await reader.waitForScreen { $0.contains("The Comments") && !$0.contains("Enter to add this feed") }
        #expect(try urls(reader) == server.url("/comments.xml") + "\n")
    }

    @Test(arguments: [(40, 14), (100, 24), (160, 30)])
    func `the feeds of a page are distinguished by name and URL, however wide the panes are`(
        columns: Int, rows: Int
    ) async throws {
        let page = """
            <html><head><link rel="alternate" type="application/rss+xml" title="News" href="/feeds/of/news.xml">
            <link rel="alternate" type="application/rss+xml" title="Comments" href="/feeds/of/comments.xml"></head></html>
            """
        let server = try LoopbackServer { _ in Answer(200, headers: ["Content-Type": "text/html"], body: page) }
        let reader = try DrawnReader.launch(feeds: ["https://nowhere.invalid/"], size: (columns, rows))
        try await reader.waitForScreen(showing: "nowhere.invalid")
        reader.press("a")
        reader.type(server.url("/") + "\r")
        try await reader.waitForScreen { screen in
            // The end of the host is kept before the whole of the path.
            [("News", "ews.xml"), ("Comments", "nts.xml")].allSatisfy { name, end in
                screen.lines.contains { $0.hasPrefix("   \(name)  ") && $0.contains(end) }
            }
        }
    }

    @Test(arguments: [(80, 24), (40, 14), (56, 24), (57, 24), (58, 24)])
    func `a preview shows items in the columns of a list`(columns: Int, rows: Int) async throws {
        let titles = ["Short", "日本語の見出し", (1...40).map { "word \($0)" }.joined(separator: " ")]
        let items = titles.enumerated().map { number, title in
            SampleFeed.Item(title: title, date: Date(timeIntervalSinceNow: Double(number + 1) * -90_000))
        }
        let server = try LoopbackServer { _ in Answer(200, body: SampleFeed(title: "News", items: items).rss) }
        let reader = try DrawnReader.launch(feeds: ["https://nowhere.invalid/"], size: (columns, rows))
        try await reader.waitForScreen(showing: "nowhere.invalid")
        reader.press("a")
        reader.type(server.url("/feed") + "\r")
        let preview = try await reader.waitForScreen { $0.contains("Enter to add this feed") && $0.contains("word 1") }
        let first = try preview.cells[#require(preview.row(of: "Short"))]
        #expect(first[3].foreground == .standard && !first[3].dim && first[columns - 2].dim)
        reader.press(.enter)
        try await reader.waitForScreen(showing: "3 new in 1 feed")
        reader.press(.enter)
        let list = try await reader.waitForScreen(showing: "● Short")
        for (title, age) in zip(["Short", "日本語の見出し", "word 1"], [" 1d", " 2d", " 3d"]) {
            let shown = try [preview, list].map { screen in
                try screen.cells[#require(screen.row(of: title))][3..<columns - 1].map(\.text).joined()
            }
            #expect(shown[0] == shown[1] && shown[0].hasPrefix(title) && shown[0].hasSuffix(age))
        }
    }

    @Test func `the menu of a feed changes its interval, and whether its pages are shown`() async throws {
        let reader = try DrawnReader.launch(feeds: ["https://a.invalid/", "https://b.invalid/"])
        try await reader.waitForScreen(showing: "b.invalid")
        reader.type("minterval\r")
        try await reader.waitForScreen(showing: "Fetch every")
        reader.type("often\r")
        try await reader.waitForScreen { $0.contains("must be a time") && $0.contains("“often”") }
        reader.press(.control("u"))
        reader.type("2h\r")
        try await reader.waitForScreen(showing: "has “interval 2h” now")
        reader.type("malways\r")
        try await reader.waitForScreen(showing: "has “full-page yes” now")
        let lines = "https://a.invalid/\n#: interval 2h\n#: full-page yes\nhttps://b.invalid/\n"
        #expect(try urls(reader) == lines)
        reader.type("mas usual\r")
        try await reader.waitForScreen(showing: "has no “full-page” now")
        reader.type("minterval\r")
        try await reader.waitForScreen(showing: "120m")
        reader.press(.control("u"), .enter)
        try await reader.waitForScreen(showing: "has no “interval” now")
        #expect(try urls(reader) == "https://a.invalid/\nhttps://b.invalid/\n")
        reader.press("u", "u", "u")
        try await reader.waitForScreen(showing: "Undid: change “full-page” of a.invalid/")
        #expect(try urls(reader).contains("#: interval 2h"))
    }

    @Test func `changes of a feed are in the urls file, keep its comments, and can be undone`() async throws {
        let reader = try DrawnReader.launch(feeds: ["# mine", "https://a.invalid/ news # good", "https://b.invalid/"])
        try await reader.waitForScreen(showing: "b.invalid")
        let before = try urls(reader)
        reader.press("T", .control("u"))
        reader.type("linux \"two words\"")
        reader.press(.enter)
        try await reader.waitForScreen(showing: "linux, two words")
        #expect(try urls(reader) == "# mine\nhttps://a.invalid/ linux \"two words\" # good\nhttps://b.invalid/\n")
        reader.press("P")
        try await reader.waitForScreen(showing: "Paused ")
        #expect(try urls(reader).contains("# good\n#: refresh no\n"))
        reader.press("D")
        try await reader.waitForScreen { $0.contains("Removed ") && !$0.contains("▾ linux") }
        #expect(try !urls(reader).contains("a.invalid"))
        reader.press("u")
        try await reader.waitForScreen { $0.contains("Undid") && $0.contains("▾ linux") }
        reader.press("u")
        try await reader.waitForScreen(showing: "Undid: pause a.invalid/")
        reader.press("u")
        try await reader.waitForScreen(showing: "Undid: change the tags of a.invalid/")
        #expect(try urls(reader) == before)
        reader.press(.control("r"))
        try await reader.waitForScreen(showing: "Redid: change the tags")
        #expect(try urls(reader).contains("\"two words\""))
    }

    @Test func `several feeds are selected and moved at once, and a group is renamed`() async throws {
        let reader = try DrawnReader.launch(feeds: [
            "https://a.invalid/", "https://b.invalid/", "#: group old", "https://c.invalid/", "https://d.invalid/"
        ])
        try await reader.waitForScreen(showing: "d.invalid")
        let before = try urls(reader)
        // The collapsed group stands for its feeds.
        reader.press("G", " ", "g", "4j", "v", "j", "j")
        try await reader.waitForScreen { $0.contains("4 feeds selected") && $0.lines.contains { $0.hasPrefix("▌") } }
        reader.press("D")
        try await reader.waitForScreen(showing: "Selected feeds can only be moved")
        #expect(try urls(reader) == before)
        reader.press("V")
        try await reader.waitForScreen(showing: "Group, such as code/swift:")
        reader.type("new\r")
        try await reader.waitForScreen { $0.contains("Moved 4 feeds to the group new") && !$0.contains("selected") }
        #expect(
            try urls(reader)
                == "#: group old\n#: group new\n" + ["a", "b", "c", "d"].map { "https://\($0).invalid/\n" }.joined())
        reader.press("g", "4j", "M")
        try await reader.waitForScreen(showing: "Name of the group: new")
        reader.type("er\r")
        try await reader.waitForScreen(showing: "Renamed to “newer”")
        #expect(try urls(reader).contains("#: group newer\nhttps://a.invalid/"))
        reader.press("u", "u")
        try await reader.waitForScreen(showing: "Undid: move 4 feeds to “new”")
        #expect(try urls(reader) == before)
        reader.press("g", "4j", "2", "V")
        reader.type("two\r")
        try await reader.waitForScreen(showing: "Moved 2 feeds to the group two")
        reader.press("g", "v", "j")
        try await reader.waitForScreen(showing: "selected")
        reader.press(.escape)
        try await reader.waitForScreen { !$0.contains("selected") }
    }

    @Test func `keys typed right after a change of a feed find the result`() async throws {
        let reader = try DrawnReader.launch(feeds: ["https://a.invalid/", "https://b.invalid/"])
        try await reader.waitForScreen(showing: "b.invalid")
        reader.type("@\u{15}https://c.invalid/\r)T\u{15}kept\rPP")
        try await reader.waitForScreen(showing: "Resumed ")
        #expect(try urls(reader) == "https://b.invalid/\nhttps://c.invalid/ kept\n")
    }

    @Test func `a tag with another meaning in the urls file is refused at the prompt`() async throws {
        let server = try LoopbackServer { _ in Answer(200, body: SampleFeed(title: "News").rss) }
        let reader = try DrawnReader.launch(feeds: [server.url("/feed")])
        try await reader.waitForScreen(showing: "127.0.0.1")
        reader.press("T")
        try await reader.waitForScreen(showing: "Tags, separated by spaces:")
        reader.type("kept ~tilde\r")
        try await reader.waitForScreen(showing: "“~tilde” can't be a tag")
        reader.press(.control("u"))
        reader.type("!bang\r")
        try await reader.waitForScreen(showing: "“!bang” can't be a tag")
        #expect(try urls(reader) == server.url("/feed") + "\n")
        reader.press(.control("u"))
        reader.type("#hash kept\r")
        try await reader.waitForScreen(showing: "#hash, kept")
        #expect(try urls(reader) == server.url("/feed") + " \"#hash\" kept\n")
    }

    @Test func `a restored feed has the cursor`() async throws {
        let reader = try DrawnReader.launch(feeds: ["https://a.invalid/", "https://b.invalid/", "https://c.invalid/"])
        try await reader.waitForScreen(showing: "c.invalid")
        reader.press("j", "D")
        try await reader.waitForScreen(showing: "Removed b.invalid/")
        reader.press("u")
        try await reader.waitForScreen(showing: "Undid: remove b.invalid/ (")
        reader.press("@")
        try await reader.waitForScreen(showing: "Feed URL: https://b.invalid/")
        reader.press(.escape, .control("r"))
        try await reader.waitForScreen(showing: "Redid: remove b.invalid/")
    }

    @Test func `a feed without a title is named by its URL everywhere`() async throws {
        let server = try LoopbackServer { _ in Answer(404) }
        let reader = try DrawnReader.launch(feeds: [server.url("/feed")])
        let name = String(server.url("/feed").dropFirst("http://".count))
        try await reader.waitForScreen { $0.contains(" \(name)") && !$0.contains("http:") }
        reader.press("R")
        try await reader.waitForScreen(showing: "1 failed")
        let places: [(key: Keystroke, name: String)] = [("E", " \(name)"), ("m", " \(name):"), ("I", " \(name)")]
        for (key, name) in places {
            reader.press(key)
            try await reader.waitForScreen { screen in
                !screen.contains("1 failed") && screen.lines.contains { $0.hasPrefix(name) }
            }
            reader.press(.escape)
            try await reader.waitForScreen { $0.contains("Unread") && $0.contains("1 failed") }
        }
    }

    @Test func `a paused feed isn't reported after every refresh`() async throws {
        let server = try LoopbackServer { _ in Answer(200, body: SampleFeed(title: "News").rss) }
        let reader = try DrawnReader.launch(feeds: [server.url("/a"), "https://b.invalid/", "#: refresh no"])
        try await reader.waitForScreen(showing: "b.invalid")
        reader.press("R")
        try await reader.waitForScreen { $0.contains("Nothing new") && !$0.contains("skipped") }
        reader.press("E")
        try await reader.waitForScreen(showing: "No feeds have failed or been skipped.")
    }

    @Test func `the last change reaches the urls file, however soon the user quits`() async throws {
        let feeds = (10..<22).map { "https://\($0).invalid/" }
        let reader = try DrawnReader.launch(feeds: feeds)
        try await reader.waitForScreen(showing: "21.invalid")
        reader.type(String(repeating: "Pj", count: feeds.count) + "Q")
        #expect(try await reader.waitForExit() == .status(0))
        #expect(try urls(reader) == feeds.map { "\($0)\n#: refresh no\n" }.joined())
    }

    @Test func `the last undo reaches the urls file, however soon the user quits`() async throws {
        let reader = try DrawnReader.launch(feeds: ["https://a.invalid/", "https://b.invalid/"])
        try await reader.waitForScreen(showing: "b.invalid")
        reader.press("P")
        try await reader.waitForScreen(showing: "Paused ")
        reader.press("u", "Q")
        #expect(try await reader.waitForExit() == .status(0))
        #expect(try urls(reader) == "https://a.invalid/\nhttps://b.invalid/\n")
    }

    @Test func `a line deleted in the editor isn't reported as undone`() async throws {
        let home = try Home()
        let editor = try home.writeProgram("editor", "printf '' > \"$1\"")
        let reader = try DrawnReader.launch(
            feeds: ["https://a.invalid/ ~Old"], environment: ["VISUAL": editor], home: home)
        try await reader.waitForScreen(showing: "Old")
        reader.press("M", .control("u"))
        reader.type("New\r")
        try await reader.waitForScreen(showing: "Renamed to “New”")
        reader.press("e")
        try await reader.waitForScreen(showing: "have any feeds yet")
        reader.press("u")
        try await reader.waitForScreen(showing: "“New” is no longer in the urls file")
        #expect(try urls(reader).isEmpty)
        reader.press("u")
        try await reader.waitForScreen(showing: "Nothing to undo")
    }

    /// A reader of a feed at a.invalid, after a script has edited its urls file.
    private func reader(editingBy script: String) async throws -> DrawnReader {
        let home = try Home()
        let editor = try home.writeProgram("editor", script)
        let reader = try DrawnReader.launch(
            feeds: ["https://a.invalid/"], environment: ["EDITOR": editor, "VISUAL": ""], home: home)
        try await reader.waitForScreen(showing: "a.invalid")
        reader.press("e")
        return reader
    }

    @Test func `the editor opens the urls file, and its problems are reported with lines`() async throws {
        let reader = try await reader(editingBy: "echo 'https://c.invalid/' >> \"$1\"\necho nonsense >> \"$1\"")
        try await reader.waitForScreen { $0.contains("c.invalid") && $0.contains("urls:3:1: “nonsense” isn't a URL") }
    }

    @Test func `deleting the urls file in the editor removes no feed, and is reported`() async throws {
        let reader = try await reader(editingBy: "rm \"$1\"")
        try await reader.waitForScreen { $0.contains("The urls file is missing") && $0.contains("a.invalid") }
    }

    @Test func `Space, h and ← collapse groups, even for the next start`() async throws {
        let home = try Home()
        try home.write(urls: ["#: group code/swift", "https://a.invalid/", "#: group", "https://b.invalid/ news"])
        let reader = try DrawnReader.launch(home: home)
        try await reader.waitForScreen(showing: "b.invalid")
        reader.press("h")
        try await reader.waitForScreen {
            $0.contains("▾ code") && $0.chosen.contains("▸ swift") && !$0.contains("a.invalid")
        }
        reader.press("k", .left)
        try await reader.waitForScreen { $0.chosen.contains("▸ code") && !$0.contains("swift") }
        reader.press("j", " ")
        try await reader.waitForScreen { $0.chosen.contains("▸ news") && !$0.contains("b.invalid") }
        reader.press("Q")
        try await reader.waitForExit()

        let next = try DrawnReader.launch(home: home)
        try await next.waitForScreen { $0.contains("▸ code") && $0.contains("▸ news") && !$0.contains(".invalid") }
        next.press(" ", "k", " ", "j", " ")
        try await next.waitForScreen { $0.contains("▾ code") && $0.contains("a.invalid") && $0.contains("b.invalid") }
    }

    @Test func `a missing urls file is reported until it returns, at the start and later`() async throws {
        let home = try Home()
        try home.write(urls: ["https://a.invalid/"])
        let (file, aside) = (home.config + "/urls", home.path + "/aside")
        try await DrawnReader.launch(home: home).quit()
        try FileManager.default.moveItem(atPath: file, toPath: aside)
        let reader = try DrawnReader.launch(home: home)
        try await reader.waitForScreen { $0.foot.contains("The urls file is missing") && $0.contains("a.invalid") }
        try FileManager.default.moveItem(atPath: aside, toPath: file)
        try await reader.waitForScreen { $0.foot.contains("Reloaded the urls file") && $0.contains("a.invalid") }
        try FileManager.default.removeItem(atPath: file)
        try await reader.waitForScreen { $0.foot.contains("The urls file is missing") && $0.contains("a.invalid") }
    }

    @Test func `F5 reloads the urls file, and reports its problems or changes`() async throws {
        let reader = try DrawnReader.launch(feeds: ["https://a.invalid/"])
        try await reader.waitForScreen(showing: "a.invalid")
        reader.press(.function(5))
        try await reader.waitForScreen(showing: "Reloaded the urls file")
        try reader.home.write(urls: ["https://a.invalid/", "nonsense", "https://b.invalid/"])
        try await reader.waitForScreen(showing: "b.invalid")
        reader.press("j")
        try await reader.waitForScreen { !$0.foot.contains("nonsense") && $0.chosen.contains("b.invalid") }
        reader.press(.function(5))
        try await reader.waitForScreen(showing: "urls:2:1: “nonsense” isn't a URL")
    }

    @Test func `adding a feed can be undone and redone, at its place`() async throws {
        let server = try LoopbackServer { request in
            let story = SampleFeed.Item(title: "Story", link: "https://e.invalid\(request.path)")
            return Answer(200, body: SampleFeed(title: "News of \(request.path)", items: [story]).rss)
        }
        let reader = try DrawnReader.launch(
            feeds: ["#: group code", server.url("/a"), "#: group", server.url("/b"), "# end"])
        try await reader.waitForScreen(showing: "0 unread")
        let before = try urls(reader)
        reader.type("a\(server.url("/c"))\r")
        try await reader.waitForScreen(showing: "Enter to add this feed")
        reader.press(.enter)
        try await reader.waitForScreen { $0.contains("1 new in 1 feed") && $0.contains("News of /c") }
        let after = try urls(reader)
        reader.press("u")
        try await reader.waitForScreen {
            $0.contains("Undid: add News of /c") && !$0.lines.dropLast().contains { $0.contains("News of /c") }
        }
        #expect(try urls(reader) == before)
        reader.press(.control("r"))
        try await reader.waitForScreen { $0.contains("Redid: add") && $0.contains("News of /c") }
        #expect(try urls(reader) == after)
    }

    @Test func `a tag of hidden feeds isn't offered, and using it says so`() async throws {
        let (news, other) = ("http://127.0.0.1:9/news", "http://127.0.0.1:9/other")
        let reader = try DrawnReader.launch(feeds: ["\(news) daily", "\(other) quiet !"])
        try await reader.waitForScreen(showing: "Starred")
        reader.press("t")
        try await reader.waitForScreen {
            $0.contains("Show tag or group:") && $0.contains("daily") && !$0.contains("quiet")
        }
        reader.press(.enter)
        try await reader.waitForScreen { $0.contains("/news") && !$0.contains("Starred") }
        try reader.home.write(urls: ["\(news) daily !", "\(other) quiet !"])
        try await reader.waitForScreen(showing: "All feeds with this tag are hidden: press Ctrl-T to show all feeds.")
    }
}

import Foundation
import TestSupport
import Testing

@Suite struct `Managing feeds in the reader` {
    private func urls(_ reader: Reader) throws -> String {
        try String(contentsOfFile: reader.home.config + "/urls", encoding: .utf8)
    }

    @Test func `the feeds of a page can be previewed and added`() throws {
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
        let reader = try Reader.launch(feeds: [])
        try reader.waitForScreen(showing: "have any feeds yet")
        try reader.press("a")
        try reader.type(server.url("/"))
        try reader.press(.enter)
        try reader.waitForScreen { $0.contains("Feeds at ") && $0.contains("Comments") }
        try reader.press("comm", .enter)
        try reader.waitForScreen { $0.contains("The Comments") && $0.contains("Enter to add this feed") }
        try reader.press(.enter)
        try reader.waitForScreen { $0.contains("The Comments") && !$0.contains("Enter to add this feed") }
        #expect(try urls(reader) == server.url("/comments.xml") + "\n")
    }

    @Test(arguments: [(40, 14), (100, 24), (160, 30)])
    func `the feeds of a page are distinguished by name and URL, however wide the panes are`(
        columns: Int, rows: Int
    ) throws {
        let page = """
            <html><head><link rel="alternate" type="application/rss+xml" title="News" href="/feeds/of/news.xml">
            <link rel="alternate" type="application/rss+xml" title="Comments" href="/feeds/of/comments.xml"></head></html>
            """
        let server = try LoopbackServer { _ in Answer(200, headers: ["Content-Type": "text/html"], body: page) }
        let reader = try Reader.launch(feeds: ["https://nowhere.invalid/"], size: (columns, rows))
        try reader.waitForScreen(showing: "nowhere.invalid")
        try reader.press("a")
        try reader.type(server.url("/") + "\r")
        try reader.waitForScreen { screen in
            // The end of the host is kept before the whole of the path.
            [("News", "ews.xml"), ("Comments", "nts.xml")].allSatisfy { name, end in
                screen.lines.contains { $0.hasPrefix("   \(name)  ") && $0.contains(end) }
            }
        }
    }

    @Test(arguments: [(80, 24), (40, 14)])
    func `a preview shows items in the columns of a list`(columns: Int, rows: Int) throws {
        let titles = ["Short", "日本語の見出し", (1...40).map { "word \($0)" }.joined(separator: " ")]
        let items = titles.enumerated().map { number, title in
            SampleFeed.Item(title: title, date: Date(timeIntervalSinceNow: Double(number + 1) * -90_000))
        }
        let server = try LoopbackServer { _ in Answer(200, body: SampleFeed(title: "News", items: items).rss) }
        let reader = try Reader.launch(feeds: ["https://nowhere.invalid/"], size: (columns, rows))
        try reader.waitForScreen(showing: "nowhere.invalid")
        try reader.press("a")
        try reader.type(server.url("/feed") + "\r")
        let preview = try reader.waitForScreen { $0.contains("Enter to add this feed") && $0.contains("word 1") }
        let first = try preview.cells[#require(preview.row(of: "Short"))]
        #expect(first[3].foreground == .standard && !first[3].dim && first[columns - 2].dim)
        try reader.press(.enter)
        try reader.waitForScreen(showing: "3 new in 1 feed")
        try reader.press(.enter)
        let list = try reader.waitForScreen(showing: "● Short")
        for (title, age) in zip(["Short", "日本語の見出し", "word 1"], [" 1d", " 2d", " 3d"]) {
            let shown = try [preview, list].map { screen in
                try screen.cells[#require(screen.row(of: title))][3..<columns - 1].map(\.text).joined()
            }
            #expect(shown[0] == shown[1] && shown[0].hasPrefix(title) && shown[0].hasSuffix(age))
        }
    }

    @Test func `changes of a feed are in the urls file, keep its comments, and can be undone`() throws {
        let reader = try Reader.launch(feeds: ["# mine", "https://a.invalid/ news # good", "https://b.invalid/"])
        try reader.waitForScreen(showing: "b.invalid")
        let before = try urls(reader)
        try reader.press("T", .control("u"))
        try reader.type("linux \"two words\"")
        try reader.press(.enter)
        try reader.waitForScreen(showing: "linux, two words")
        #expect(try urls(reader) == "# mine\nhttps://a.invalid/ linux \"two words\" # good\nhttps://b.invalid/\n")
        try reader.press("P")
        try reader.waitForScreen(showing: "Paused ")
        #expect(try urls(reader).contains("# good\n#: refresh no\n"))
        try reader.press("D")
        try reader.waitForScreen { $0.contains("Removed ") && !$0.contains("▾ linux") }
        #expect(try !urls(reader).contains("a.invalid"))
        try reader.press("u")
        try reader.waitForScreen { $0.contains("Undid") && $0.contains("▾ linux") }
        try reader.press("u")
        try reader.waitForScreen(showing: "Undid: pause a.invalid/")
        try reader.press("u")
        try reader.waitForScreen(showing: "Undid: change the tags of a.invalid/")
        #expect(try urls(reader) == before)
        try reader.press(.control("r"))
        try reader.waitForScreen(showing: "Redid: change the tags")
        #expect(try urls(reader).contains("\"two words\""))
    }

    @Test func `keys typed right after a change of a feed find the result`() throws {
        let reader = try Reader.launch(feeds: ["https://a.invalid/", "https://b.invalid/"])
        try reader.waitForScreen(showing: "b.invalid")
        try reader.type("@\u{15}https://c.invalid/\r)T\u{15}kept\rPP")
        try reader.waitForScreen(showing: "Resumed ")
        #expect(try urls(reader) == "https://b.invalid/\nhttps://c.invalid/ kept\n")
    }

    @Test func `a tag with another meaning in the urls file is refused at the prompt`() throws {
        let server = try LoopbackServer { _ in Answer(200, body: SampleFeed(title: "News").rss) }
        let reader = try Reader.launch(feeds: [server.url("/feed")])
        try reader.waitForScreen(showing: "127.0.0.1")
        try reader.press("T")
        try reader.waitForScreen(showing: "Tags, separated by spaces:")
        try reader.type("kept ~tilde\r")
        try reader.waitForScreen(showing: "“~tilde” can't be a tag")
        try reader.press(.control("u"))
        try reader.type("!bang\r")
        try reader.waitForScreen(showing: "“!bang” can't be a tag")
        #expect(try urls(reader) == server.url("/feed") + "\n")
        try reader.press(.control("u"))
        try reader.type("#hash kept\r")
        try reader.waitForScreen(showing: "#hash, kept")
        #expect(try urls(reader) == server.url("/feed") + " \"#hash\" kept\n")
    }

    @Test func `a restored feed has the cursor`() throws {
        let reader = try Reader.launch(feeds: ["https://a.invalid/", "https://b.invalid/", "https://c.invalid/"])
        try reader.waitForScreen(showing: "c.invalid")
        try reader.press("j", "D")
        try reader.waitForScreen(showing: "Removed b.invalid/")
        try reader.press("u")
        try reader.waitForScreen(showing: "Undid: remove b.invalid/ (")
        try reader.press("@")
        try reader.waitForScreen(showing: "Feed URL: https://b.invalid/")
        try reader.press(.escape, .control("r"))
        try reader.waitForScreen(showing: "Redid: remove b.invalid/")
    }

    @Test func `a feed without a title is named by its URL everywhere`() throws {
        let server = try LoopbackServer { _ in Answer(404) }
        let reader = try Reader.launch(feeds: [server.url("/feed")])
        let name = String(server.url("/feed").dropFirst("http://".count))
        try reader.waitForScreen { $0.contains(" \(name)") && !$0.contains("http:") }
        try reader.press("R")
        try reader.waitForScreen(showing: "1 failed")
        let places: [(key: Keystroke, name: String)] = [("E", " \(name)"), ("m", " \(name):"), ("I", " \(name)")]
        for (key, name) in places {
            try reader.press(key)
            try reader.waitForScreen { screen in
                !screen.contains("1 failed") && screen.lines.contains { $0.hasPrefix(name) }
            }
            try reader.press(.escape)
            try reader.waitForScreen { $0.contains("Unread") && $0.contains("1 failed") }
        }
    }

    @Test func `a paused feed isn't reported after every refresh`() throws {
        let server = try LoopbackServer { _ in Answer(200, body: SampleFeed(title: "News").rss) }
        let reader = try Reader.launch(feeds: [server.url("/a"), "https://b.invalid/", "#: refresh no"])
        try reader.waitForScreen(showing: "b.invalid")
        try reader.press("R")
        try reader.waitForScreen { $0.contains("Nothing new") && !$0.contains("skipped") }
        try reader.press("E")
        try reader.waitForScreen(showing: "No feeds have failed or been skipped.")
    }

    @Test func `the last change reaches the urls file, however soon the user quits`() throws {
        let feeds = (10..<22).map { "https://\($0).invalid/" }
        let reader = try Reader.launch(feeds: feeds)
        try reader.waitForScreen(showing: "21.invalid")
        try reader.type(String(repeating: "Pj", count: feeds.count) + "Q")
        #expect(try reader.waitForExit() == .status(0))
        #expect(try urls(reader) == feeds.map { "\($0)\n#: refresh no\n" }.joined())
    }

    @Test func `the last undo reaches the urls file, however soon the user quits`() throws {
        let reader = try Reader.launch(feeds: ["https://a.invalid/", "https://b.invalid/"])
        try reader.waitForScreen(showing: "b.invalid")
        try reader.press("P")
        try reader.waitForScreen(showing: "Paused ")
        try reader.press("u", "Q")
        #expect(try reader.waitForExit() == .status(0))
        #expect(try urls(reader) == "https://a.invalid/\nhttps://b.invalid/\n")
    }

    @Test func `a line deleted in the editor isn't reported as undone`() throws {
        let home = try Home()
        let editor = try home.writeProgram("editor", "printf '' > \"$1\"")
        let reader = try Reader.launch(
            feeds: ["https://a.invalid/ ~Old"], environment: ["VISUAL": editor], home: home)
        try reader.waitForScreen(showing: "Old")
        try reader.press("M", .control("u"))
        try reader.type("New\r")
        try reader.waitForScreen(showing: "Renamed to “New”")
        try reader.press("e")
        try reader.waitForScreen(showing: "have any feeds yet")
        try reader.press("u")
        try reader.waitForScreen(showing: "“New” is no longer in the urls file")
        #expect(try urls(reader).isEmpty)
        try reader.press("u")
        try reader.waitForScreen(showing: "Nothing to undo")
    }

    /// A reader of a feed at a.invalid, after a script has edited its urls file.
    private func reader(editingBy script: String) throws -> Reader {
        let home = try Home()
        let editor = try home.writeProgram("editor", script)
        let reader = try Reader.launch(
            feeds: ["https://a.invalid/"], environment: ["EDITOR": editor, "VISUAL": ""], home: home)
        try reader.waitForScreen(showing: "a.invalid")
        try reader.press("e")
        return reader
    }

    @Test func `the editor opens the urls file, and its problems are reported with lines`() throws {
        let reader = try reader(editingBy: "echo 'https://c.invalid/' >> \"$1\"\necho nonsense >> \"$1\"")
        try reader.waitForScreen { $0.contains("c.invalid") && $0.contains("urls:3:1: “nonsense” isn't a URL") }
    }

    @Test func `deleting the urls file in the editor removes no feed, and is reported`() throws {
        let reader = try reader(editingBy: "rm \"$1\"")
        try reader.waitForScreen { $0.contains("The urls file is missing") && $0.contains("a.invalid") }
    }

    @Test func `Space, h and ← collapse groups, even for the next start`() throws {
        let home = try Home()
        try home.write(urls: ["#: group code/swift", "https://a.invalid/", "#: group", "https://b.invalid/ news"])
        let reader = try Reader.launch(home: home)
        try reader.waitForScreen(showing: "b.invalid")
        try reader.press("h")
        try reader.waitForScreen { $0.contains("▾ code") && $0.chosen.contains("▸ swift") && !$0.contains("a.invalid") }
        try reader.press("k", .left)
        try reader.waitForScreen { $0.chosen.contains("▸ code") && !$0.contains("swift") }
        try reader.press("j", " ")
        try reader.waitForScreen { $0.chosen.contains("▸ news") && !$0.contains("b.invalid") }
        try reader.press("Q")
        try reader.waitForExit()

        let next = try Reader.launch(home: home)
        try next.waitForScreen { $0.contains("▸ code") && $0.contains("▸ news") && !$0.contains(".invalid") }
        try next.press(" ", "k", " ", "j", " ")
        try next.waitForScreen { $0.contains("▾ code") && $0.contains("a.invalid") && $0.contains("b.invalid") }
    }

    @Test func `a missing urls file is reported until it returns, at the start and later`() throws {
        let home = try Home()
        try home.write(urls: ["https://a.invalid/"])
        let (file, aside) = (home.config + "/urls", home.path + "/aside")
        #expect(try Lede.run("feeds", home: home).status == 0)
        try FileManager.default.moveItem(atPath: file, toPath: aside)
        let reader = try Reader.launch(home: home)
        try reader.waitForScreen { $0.foot.contains("The urls file is missing") && $0.contains("a.invalid") }
        try FileManager.default.moveItem(atPath: aside, toPath: file)
        try reader.waitForScreen { $0.foot.contains("Reloaded the urls file") && $0.contains("a.invalid") }
        try FileManager.default.removeItem(atPath: file)
        try reader.waitForScreen { $0.foot.contains("The urls file is missing") && $0.contains("a.invalid") }
    }

    @Test func `F5 reloads the urls file, and reports its problems or changes`() throws {
        let reader = try Reader.launch(feeds: ["https://a.invalid/"])
        try reader.waitForScreen(showing: "a.invalid")
        try reader.press(.function(5))
        try reader.waitForScreen(showing: "Reloaded the urls file")
        try reader.home.write(urls: ["https://a.invalid/", "nonsense", "https://b.invalid/"])
        try reader.waitForScreen(showing: "b.invalid")
        try reader.press("j")
        try reader.waitForScreen { !$0.foot.contains("nonsense") && $0.chosen.contains("b.invalid") }
        try reader.press(.function(5))
        try reader.waitForScreen(showing: "urls:2:1: “nonsense” isn't a URL")
    }
}

import Foundation
import TestSupport
import Testing

@Suite struct `The commands` {
    private let server: LoopbackServer
    private let home: Home

    init() throws {
        server = try LoopbackServer { request in
            if request.path == "/gone" { return Answer(404) }
            let items = [
                SampleFeed.Item(
                    title: "New\u{202E}s & \"more\"", body: "<p>Text</p>", link: "https://example.org/1",
                    date: Date(timeIntervalSince1970: 1_600_000_000)),
                SampleFeed.Item(
                    title: "Older", link: "https://example.org/2", date: Date(timeIntervalSince1970: 1_500_000_000))
            ]
            return Answer(200, body: SampleFeed(title: "The News", items: items).atom)
        }
        home = try Home()
    }

    @Test func `refresh fetches every feed, and prints nothing on success`() throws {
        try home.write(urls: [server.url("/feed")])
        let run = try Lede.run("refresh", home: home)
        #expect(run.status == 0 && run.output.isEmpty && run.errors.isEmpty)
        #expect(try Lede.run("unread", home: home).output == "2\n")
    }

    @Test func `refresh shows its progress on a terminal`() throws {
        try home.write(urls: [server.url("/feed"), server.url("/more")])
        let session = try TerminalSession(
            program: BuildProducts.executable("lede"), arguments: ["refresh"],
            environment: Lede.environment(home: home, adding: ["TERM": "xterm-256color"]))
        #expect(try session.waitForExit() == .status(0))
        try session.waitForScreen(showing: "2/2")
    }

    @Test func `an invalid filter leads to the help that lists what filters compare`() throws {
        let slip = try Lede.run("unread", "--filter", "titel = \"x\"", home: home)
        #expect(slip.errors.hasSuffix("unknown attribute “titel”: did you mean “title”?\n"))
        let run = try Lede.run("unread", "--filter", "title =~ \"(\"", home: home)
        #expect(run.errors.hasSuffix("invalid pattern: “(” without “)”: see “lede help items”\n"))
        let help = try Lede.run("help", "items", home: home).output
        #expect(help.contains("Attributes of items: title, ") && help.contains("feedtitle"))
    }

    @Test func `an unknown command leads to the overview of commands`() throws {
        #expect(
            try Lede.run("help", "nosuch", home: home).errors == "lede: unknown command “nosuch”: see “lede help”\n")
    }

    @Test func `refresh says on a terminal how many feeds failed`() throws {
        try home.write(urls: [server.url("/feed"), "http://127.0.0.1:1/feed"])
        let session = try TerminalSession(
            program: BuildProducts.executable("lede"), arguments: ["refresh"],
            environment: Lede.environment(home: home, adding: ["TERM": "xterm-256color"]))
        #expect(try session.waitForExit() == .status(1))
        try session.waitForScreen { $0.contains("2/2 feeds, ") && $0.contains(" new, 1 failed") }
    }

    @Test func `search finds fetched items, best match first`() throws {
        try home.write(urls: [server.url("/feed")])
        _ = try Lede.run("refresh", home: home)
        let run = try Lede.run("search", "text", "after:2019", home: home)
        #expect(run.output == "2\tN\t2020-09-13T12:26:40Z\tNews & \"more\"\thttps://example.org/1\n")
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(try Lede.run("search", "text -more", home: home).output == "")
        #expect(
            try Lede.run("search", "--json", "--limit", "1", "news", home: home).output.contains(
                #""read":false,"starred":false,"offline":false,"snippet":"Text""#))
        #expect(try Lede.run("search", home: home).status == 2)
    }

    @Test func `common options may stand before the command`() throws {
        let other = home.path + "/other"
        #expect(try Lede.run("--data-dir", other, "unread", home: home).output == "0\n")
        #expect(FileManager.default.fileExists(atPath: other + "/library.db"))
    }

    @Test func `refresh names the failed feed and exits with 1, but stores the others`() throws {
        try home.write(urls: [server.url("/gone"), server.url("/feed")])
        let run = try Lede.run("refresh", home: home)
        #expect(run.status == 1)
        #expect(
            run.errors == "lede: \(server.url("/gone")): the server answered 404 (not found)\n")
        #expect(try Lede.run("unread", home: home).output == "2\n")
    }

    @Test func `refresh with a feed fetches only that`() throws {
        try home.write(urls: [server.url("/a"), server.url("/b")])
        #expect(try Lede.run("refresh", server.url("/b"), home: home).status == 0)
        #expect(server.hits("/a") == 0 && server.hits("/b") == 1)
        #expect(try Lede.run("refresh", "/nowhere", home: home).status == 2)
    }

    @Test func `refresh fetches a feed once even if it is named twice`() throws {
        try home.write(urls: [server.url("/a")])
        #expect(try Lede.run("refresh", server.url("/a"), server.url("/a"), home: home).status == 0)
        #expect(server.hits("/a") == 1)
    }

    @Test func `a command fails if its output can't be written`() throws {
        let run = try CommandRun(
            program: "/bin/sh", arguments: ["-c", "\(BuildProducts.executable("lede")) help > /dev/full"])
        #expect(run.status == 1)
        #expect(run.errors == "lede: can't write the output: No space left on device\n")
    }

    @Test func `refresh --json prints a line for each feed`() throws {
        try home.write(urls: [server.url("/feed")])
        let run = try Lede.run("refresh", "--json", home: home)
        #expect(run.output == #"{"url":"\#(server.url("/feed"))","result":"stored","new":2,"changed":0}"# + "\n")
    }

    @Test func `feeds lists feeds with unread counts`() throws {
        try home.write(urls: [server.url("/feed"), server.url("/gone")])
        _ = try Lede.run("refresh", home: home)
        let lines = try Lede.run("feeds", home: home).output.split(separator: "\n")
        #expect(lines.first == "2/2\tThe News\t\(server.url("/feed"))\t")
        // A feed without a title has only its URL.
        #expect(lines.last == "0/0\t\t\(server.url("/gone"))\t! the server answered 404 (not found)")
        let unknown = try Lede.run("feeds", "--tag", "nothing", home: home)
        #expect(unknown.status == 2 && unknown.errors.hasSuffix("“nothing”: add tags in the urls file\n"))
        let missing = try Lede.run("refresh", "Nothing like it", home: home)
        #expect(missing.status == 2 && missing.errors.hasSuffix("“Nothing like it”: “lede feeds” lists your feeds\n"))
    }

    @Test func `items --json keeps its keys in order, and nothing in it controls a terminal`() throws {
        try home.write(urls: [server.url("/feed")])
        _ = try Lede.run("refresh", home: home)
        let lines = try Lede.run("items", "--json", "--limit", "1", home: home).output.split(separator: "\n")
        let expected = #"""
            {"id":2,"feed":"\#(server.url("/feed"))","feed_title":"The News","title":"New\u202es & \"more\"",\#
            "link":"https://example.org/1","author":null,"published":"2020-09-13T12:26:40Z",\#
            "read":false,"starred":false,"offline":false}
            """#
        #expect(lines == [expected[...]])
        #expect(
            try Lede.run("items", home: home).output.hasPrefix("2\tN\t2020-09-13T12:26:40Z\tNews & \"more\"\thttps://")
        )
    }

    @Test func `parse shows how the parser reads a file`() throws {
        let path = home.path + "/feed.xml"
        try SampleFeed(title: "The News").rss.write(toFile: path, atomically: true, encoding: .utf8)
        let run = try Lede.run("parse", path, home: home)
        #expect(run.output.hasPrefix(#"{"feed":{"format":"rss2.0","title":"The News","link":"https://example.org/""#))
        #expect(try Lede.run("parse", home.path + "/nothing", home: home).status == 1)
    }

    @Test func `parse --batch answers every line in order, with an error for what isn't a feed`() throws {
        let path = home.path + "/feed.xml"
        try SampleFeed(title: "The News").rss.write(toFile: path, atomically: true, encoding: .utf8)
        let run = try Lede.run("parse", "--batch", home: home, input: "/dev/null\n\(path)\tbase-url=http://x/\n")
        let lines = run.output.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix(#"{"error":"#) == true)
        #expect(lines.last?.hasPrefix(#"{"feed":"#) == true)
    }

    @Test func `parse --url answers every line with the URL that it means`() throws {
        let input = """
            {"id":"a","input":"../b","base":"https://Bücher.example/x/y/"}
            {"id":"b","input":"b","base":null}
            {"id":"c","input":"b","base":"mailto:x"}
            no JSON

            """
        let run = try Lede.run("parse", "--url", home: home, input: input)
        let lines = run.output.split(separator: "\n").map(String.init)
        #expect(
            lines.prefix(3) == [
                #"{"id":"a","href":"https://xn--bcher-kva.example/x/b"}"#, #"{"id":"b","href":null}"#,
                #"{"id":"c","href":null}"#
            ])
        #expect(run.status == 0 && lines.count == 4 && lines.last?.hasPrefix(#"{"error":"#) == true)
    }

    @Test func `parse reads standard input for “-”`() throws {
        let run = try Lede.run("parse", "-", home: home, input: SampleFeed(title: "Piped").rss)
        #expect(run.output.hasPrefix(#"{"feed":{"format":"rss2.0","title":"Piped""#))
        let page = try Lede.run("parse", "-", home: home, input: "<html><title>A page</title>")
        #expect(page.status == 1 && page.output.isEmpty)
        #expect(page.errors == "lede: -: not a feed but an HTML page, titled “A page”\n")
    }

    @Test func `parse --batch answers a line before it reads the next`() throws {
        let path = home.path + "/feed.xml"
        try SampleFeed(title: "The News").rss.write(toFile: path, atomically: true, encoding: .utf8)
        let lede = try BuildProducts.executable("lede")
        let talk = """
            mkfifo answers; exec 3<>answers; { for file in \(path) /nowhere ''; do
            printf '%s\\n' "$file"; head -n 1 <&3 >&2; done; } | \(lede) parse --batch >&3
            """
        let run = try CommandRun(program: "/bin/sh", arguments: ["-c", "cd \(home.path); " + talk])
        let answers = run.errors.split(separator: "\n").map { $0.prefix(8) }
        #expect(answers == [#"{"feed":"#, #"{"error""#, #"{"error""#])
    }

    @Test func `add writes a line, import adds a list, and neither adds a feed twice`() throws {
        try home.write(urls: ["# mine", "https://example.org/a"])
        #expect(try Lede.run("add", "https://example.org/b", home: home).status == 0)
        #expect(try Lede.run("add", "ftp://example.org/b", home: home).status == 2)
        let list = home.path + "/list.opml"
        try
            #"<opml><body><outline xmlUrl="https://example.org/c"/><outline xmlUrl="https://example.org/a"/></body></opml>"#
            .write(toFile: list, atomically: true, encoding: .utf8)
        #expect(try Lede.run("import", "opml", list, home: home).output == "added 1 of 2 feeds\n")
        let urls = try String(contentsOfFile: home.config + "/urls", encoding: .utf8)
        #expect(urls == "# mine\nhttps://example.org/a\nhttps://example.org/b\nhttps://example.org/c\n")
    }

    private static let atExit: Comment = "at the end the sanitizer needs a call that a confined command may not make"

    @Test(.disabled(if: Sanitizer.builtIn == .address, Self.atExit))
    func `render prints a page as lines, with its links relative to its URL`() throws {
        let page = home.path + "/page.html"
        try "<h1>News</h1><p>One <b>two</b> <a href='/x'>three</a> four".write(
            toFile: page, atomically: true, encoding: .utf8)
        let run = try Lede.run("render", page, "--width", "30", "--base-url", "https://example.org/y", home: home)
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(run.output.hasPrefix("News\n"))
        #expect(run.output.contains("example.org/x"))
        #expect(!run.output.contains("\u{1B}"))
        #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 30 })
    }

    @Test(.disabled(if: Sanitizer.builtIn == .address, Self.atExit), arguments: [([], true), (["--plain"], false)])
    func `render prints styles on a terminal unless told not to`(options: [String], isStyled: Bool) throws {
        let page = home.path + "/page.html"
        try "<p>One <b>two</b>".write(toFile: page, atomically: true, encoding: .utf8)
        let session = try TerminalSession(
            program: BuildProducts.executable("lede"), arguments: ["render", page] + options,
            environment: Lede.environment(home: home, adding: ["TERM": "xterm-256color"]))
        #expect(try session.waitForExit() == .status(0))
        try session.waitForScreen(showing: "One two")
        #expect(session.output.contains(0x1B) == isStyled)
    }

    @Test func `render reads standard input, without a file or for “-”`() throws {
        let piped = try Lede.run("render", home: home, input: "<p>a\u{1B}[31mb<p>c")
        #expect(piped.output == "a[31mb\n\nc\n")
        #expect(try Lede.run("render", "-", home: home, input: "<p>a\u{1B}[31mb<p>c").output == piped.output)
        #expect(try Lede.run("render", home: home, input: "<script>a</script>").output == "")
    }

    @Test func `render prints something for bytes that aren't text`() throws {
        let bytes: [UInt8] = [0xFF, 0x61, 0x00, 0x62, 0xC3, 0x28, 0x9B, 0x33]
        #expect(try Lede.run(["render"], home: home, input: bytes).output == "\u{FFFD}ab\u{FFFD}(\u{FFFD}3\n")
    }

    @Test(arguments: [["--width", "0"], ["--width", "1001"], ["--width", "x"], ["a", "b"], ["--wide"]])
    func `render says what is wrong with its command line`(words: [String]) throws {
        let run = try Lede.run(["render"] + words, home: home)
        #expect(run.status == 2 && run.output.isEmpty && run.errors.hasPrefix("lede: "))
    }

    @Test func `render exits with 1 if the file doesn't exist`() throws {
        let run = try Lede.run("render", home.path + "/nothing", home: home)
        #expect(run.status == 1 && run.errors.hasSuffix("/nothing: No such file or directory\n"))
    }

    @Test func `help names every command, and every command has its own help`() throws {
        let overview = try Lede.run("help", home: home).output
        for command in ["refresh", "feeds", "items", "unread", "add", "import opml", "parse", "render", "help"] {
            #expect(overview.contains("\n  \(command) "))
            let words = command.split(separator: " ").map(String.init) + ["--help"]
            #expect(try Lede.run(words, home: home).output.hasPrefix("Usage: lede \(command)"))
        }
        #expect(try Lede.run("--version", home: home).output.hasPrefix("lede 0."))
    }

    @Test func `two commands at once share the library`() async throws {
        try home.write(urls: [server.url("/feed")])
        let home = home
        let runs = try await withThrowingTaskGroup { group in
            for _ in 0..<4 { group.addTask { try Lede.run("refresh", home: home).status } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(runs == [0, 0, 0, 0])
        #expect(try Lede.run("unread", home: home).output == "2\n")
    }
}

import Foundation
import TestSupport
import Testing

@testable import Commands

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

    @Test func `refresh fetches every feed, and prints nothing on success`() async throws {
        try home.write(urls: [server.url("/feed")])
        let run = try await home.run("refresh")
        #expect(run.status == 0 && run.output.isEmpty && run.errors.isEmpty)
        #expect(try await home.run("unread").output == "2\n")
    }

    @Test func `an invalid filter leads to the help that lists what filters compare`() async throws {
        let slip = try await home.run("unread", "--filter", "titel = \"x\"")
        #expect(slip.errors.hasSuffix("unknown attribute “titel”: did you mean “title”?\n"))
        let run = try await home.run("unread", "--filter", "title =~ \"(\"")
        #expect(run.errors.hasSuffix("invalid pattern: “(” without “)”: see “lede help items”\n"))
        let help = try await home.run("help", "items").output
        #expect(help.contains("Attributes of items: title, ") && help.contains("feedtitle"))
    }

    @Test func `an unknown command leads to the overview of commands`() async throws {
        #expect(
            try await home.run("help", "nosuch").errors == "lede: unknown command “nosuch”: see “lede help”\n")
    }

    @Test func `search finds fetched items, best match first`() async throws {
        try home.write(urls: [server.url("/feed")])
        _ = try await home.run("refresh")
        let run = try await home.run("search", "text", "after:2019")
        #expect(run.output == "2\tN\t2020-09-13T12:26:40Z\tNews & \"more\"\thttps://example.org/1\n")
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(try await home.run("search", "text -more").output == "")
        #expect(
            try await home.run("search", "--json", "--limit", "1", "news").output.contains(
                #""read":false,"starred":false,"offline":false,"snippet":"Text""#))
        #expect(try await home.run("search").status == 2)
    }

    @Test func `common options may stand before the command`() async throws {
        let other = home.path + "/other"
        #expect(try await home.run("--data-dir", other, "unread").output == "0\n")
        #expect(FileManager.default.fileExists(atPath: other + "/library.db"))
    }

    @Test func `refresh names the failed feed and exits with 1, but stores the others`() async throws {
        try home.write(urls: [server.url("/gone"), server.url("/feed")])
        let run = try await home.run("refresh")
        #expect(run.status == 1)
        #expect(
            run.errors == "lede: \(server.url("/gone")): the server answered 404 (not found)\n")
        #expect(try await home.run("unread").output == "2\n")
    }

    @Test func `refresh with a feed fetches only that`() async throws {
        try home.write(urls: [server.url("/a"), server.url("/b")])
        #expect(try await home.run("refresh", server.url("/b")).status == 0)
        #expect(server.hits("/a") == 0 && server.hits("/b") == 1)
        #expect(try await home.run("refresh", "/nowhere").status == 2)
    }

    @Test func `refresh fetches a feed once even if it is named twice`() async throws {
        try home.write(urls: [server.url("/a")])
        #expect(try await home.run("refresh", server.url("/a"), server.url("/a")).status == 0)
        #expect(server.hits("/a") == 1)
    }

    @Test func `refresh --json prints a line for each feed`() async throws {
        try home.write(urls: [server.url("/feed")])
        let run = try await home.run("refresh", "--json")
        #expect(run.output == #"{"url":"\#(server.url("/feed"))","result":"stored","new":2,"changed":0}"# + "\n")
    }

    @Test func `feeds lists feeds with unread counts`() async throws {
        try home.write(urls: [server.url("/feed"), server.url("/gone")])
        _ = try await home.run("refresh")
        let lines = try await home.run("feeds").output.split(separator: "\n")
        #expect(lines.first == "2/2\tThe News\t\(server.url("/feed"))\t")
        // A feed without a title has only its URL.
        #expect(lines.last == "0/0\t\t\(server.url("/gone"))\t! the server answered 404 (not found)")
        let unknown = try await home.run("feeds", "--tag", "nothing")
        #expect(unknown.status == 2 && unknown.errors.hasSuffix("“nothing”: add tags in the urls file\n"))
        let missing = try await home.run("refresh", "Nothing like it")
        #expect(missing.status == 2 && missing.errors.hasSuffix("“Nothing like it”: “lede feeds” lists your feeds\n"))
    }

    @Test func `items --json keeps its keys in order, and nothing in it controls a terminal`() async throws {
        try home.write(urls: [server.url("/feed")])
        _ = try await home.run("refresh")
        let lines = try await home.run("items", "--json", "--limit", "1").output.split(separator: "\n")
        let expected = #"""
            {"id":2,"feed":"\#(server.url("/feed"))","feed_title":"The News","title":"New\u202es & \"more\"",\#
            "link":"https://example.org/1","author":null,"published":"2020-09-13T12:26:40Z",\#
            "read":false,"starred":false,"offline":false}
            """#
        #expect(lines == [expected[...]])
        #expect(
            try await home.run("items").output.hasPrefix("2\tN\t2020-09-13T12:26:40Z\tNews & \"more\"\thttps://")
        )
    }

    @Test func `parse shows how the parser reads a file`() async throws {
        let path = home.path + "/feed.xml"
        try SampleFeed(title: "The News").rss.write(toFile: path, atomically: true, encoding: .utf8)
        let run = try await home.run("parse", path)
        #expect(run.output.hasPrefix(#"{"feed":{"format":"rss2.0","title":"The News","link":"https://example.org/""#))
        #expect(try await home.run("parse", home.path + "/nothing").status == 1)
    }

    @Test func `parse --batch answers every line in order, with an error for what isn't a feed`() async throws {
        let path = home.path + "/feed.xml"
        try SampleFeed(title: "The News").rss.write(toFile: path, atomically: true, encoding: .utf8)
        let run = try await home.run("parse", "--batch", input: "/dev/null\n\(path)\tbase-url=http://x/\n")
        let lines = run.output.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix(#"{"error":"#) == true)
        #expect(lines.last?.hasPrefix(#"{"feed":"#) == true)
    }

    @Test func `parse --url answers every line with the URL that it means`() async throws {
        let input = """
            {"id":"a","input":"../b","base":"https://Bücher.example/x/y/"}
            {"id":"b","input":"b","base":null}
            {"id":"c","input":"b","base":"mailto:x"}
            no JSON

            """
        let run = try await home.run("parse", "--url", input: input)
        let lines = run.output.split(separator: "\n").map(String.init)
        #expect(
            lines.prefix(3) == [
                #"{"id":"a","href":"https://xn--bcher-kva.example/x/b"}"#, #"{"id":"b","href":null}"#,
                #"{"id":"c","href":null}"#
            ])
        #expect(run.status == 0 && lines.count == 4 && lines.last?.hasPrefix(#"{"error":"#) == true)
    }

    @Test func `parse reads standard input for “-”`() async throws {
        let run = try await home.run("parse", "-", input: SampleFeed(title: "Piped").rss)
        #expect(run.output.hasPrefix(#"{"feed":{"format":"rss2.0","title":"Piped""#))
        let page = try await home.run("parse", "-", input: "<html><title>A page</title>")
        #expect(page.status == 1 && page.output.isEmpty)
        #expect(page.errors == "lede: -: not a feed but an HTML page, titled “A page”\n")
    }

    @Test func `add writes a line, import adds a list, and neither adds a feed twice`() async throws {
        try home.write(urls: ["# mine", "https://example.org/a"])
        #expect(try await home.run("add", "https://example.org/b").status == 0)
        #expect(try await home.run("add", "ftp://example.org/b").status == 2)
        let list = home.path + "/list.opml"
        try
            #"<opml><body><outline xmlUrl="https://example.org/c"/><outline xmlUrl="https://example.org/a"/></body></opml>"#
            .write(toFile: list, atomically: true, encoding: .utf8)
        #expect(try await home.run("import", "opml", list).output == "added 1 of 2 feeds\n")
        let urls = try String(contentsOfFile: home.config + "/urls", encoding: .utf8)
        #expect(urls == "# mine\nhttps://example.org/a\nhttps://example.org/b\nhttps://example.org/c\n")
    }

    private static let atExit: Comment = "at the end the sanitizer needs a call that a confined command may not make"

    @Test(.disabled(if: Sanitizer.builtIn == .address, Self.atExit))
    func `render prints a page as lines, with its links relative to its URL`() async throws {
        let page = home.path + "/page.html"
        try "<h1>News</h1><p>One <b>two</b> <a href='/x'>three</a> four".write(
            toFile: page, atomically: true, encoding: .utf8)
        let run = try await home.run("render", page, "--width", "30", "--base-url", "https://example.org/y")
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(run.output.hasPrefix("News\n"))
        #expect(run.output.contains("example.org/x"))
        #expect(!run.output.contains("\u{1B}"))
        #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 30 })
    }

    @Test func `render reads standard input, without a file or for “-”`() async throws {
        let piped = try await home.run("render", input: "<p>a\u{1B}[31mb<p>c")
        #expect(piped.output == "a[31mb\n\nc\n")
        #expect(try await home.run("render", "-", input: "<p>a\u{1B}[31mb<p>c").output == piped.output)
        #expect(try await home.run("render", input: "<script>a</script>").output == "")
    }

    @Test func `render prints something for bytes that aren't text`() async throws {
        let bytes: [UInt8] = [0xFF, 0x61, 0x00, 0x62, 0xC3, 0x28, 0x9B, 0x33]
        #expect(try await home.run(["render"], input: bytes).output == "\u{FFFD}ab\u{FFFD}(\u{FFFD}3\n")
    }

    @Test(arguments: [["--width", "0"], ["--width", "1001"], ["--width", "x"], ["a", "b"], ["--wide"]])
    func `render says what is wrong with its command line`(words: [String]) async throws {
        let run = try await home.run(["render"] + words)
        #expect(run.status == 2 && run.output.isEmpty && run.errors.hasPrefix("lede: "))
    }

    @Test func `render exits with 1 if the file doesn't exist`() async throws {
        let run = try await home.run("render", home.path + "/nothing")
        #expect(run.status == 1 && run.errors.hasSuffix("/nothing: No such file or directory\n"))
    }

    @Test func `help names every command, and every command has its own help`() async throws {
        let overview = try await home.run("help").output
        for command in ["refresh", "feeds", "items", "unread", "add", "import opml", "parse", "render", "help"] {
            #expect(overview.contains("\n  \(command) "))
            let words = command.split(separator: " ").map(String.init) + ["--help"]
            #expect(try await home.run(words).output.hasPrefix("Usage: lede \(command)"))
        }
        #expect(try await home.run("--version").output.hasPrefix("lede 0."))
    }
}

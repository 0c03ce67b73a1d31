import Foundation
import TestSupport
import Testing

@testable import Commands

@Suite struct `lede extract` {
    private let home: Home
    private let page: String

    init() throws {
        home = try Home()
        page = """
            <title>A mill – Somewhere</title><meta name=author content="Mo"><meta property="article:published_time" \
            content="2026-03-14T09:00:00+01:00"><nav><a href=/>Home</a></nav><article><h1>A mill</h1>
            <p>A mill stood by a river, ground wheat by day, and <a href="rye">rye</a> by night, for a hundred years.</p>
            <p>Then the river moved, as rivers do, and the miller bought an engine, a dog and a radio.</p>
            <p class=aftermath>The dog is still there.</p></article><div class=comments><p>Which river?</p></div>
            """
    }

    @Test func `extract prints an article under its title and author`() async throws {
        let run = try await home.run("extract", "--width", "100", input: page)
        #expect(
            run.status == 0 && run.errors.isEmpty && run.output.hasPrefix("A mill\n") && run.output.contains("\nMo\n")
                && run.output.contains("an engine, a dog and a radio"))
        #expect(!run.output.contains("Home") && !run.output.contains("Which river"))
    }

    @Test func `extract prints what it knows of an article as JSON`() async throws {
        let run = try await home.run(
            "extract", "--json", "--base-url", "https://example.org/mills/1", "-", input: page)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        #expect(
            object["title"] as? String == "A mill" && object["byline"] as? String == "Mo"
                && object["published"] as? String == "2026-03-14T08:00:00Z" && object["next"] is NSNull)
        #expect(
            (object["html"] as? String)?.contains("<a href=\"https://example.org/mills/rye\">rye</a>") == true
                && (object["text"] as? String)?.hasPrefix("A mill stood by a river") == true)
    }

    @Test func `extract fetches a page by its URL, follows redirects, and says what went wrong`() async throws {
        let server = try LoopbackServer { request in
            switch request.path {
            case "/old": Answer(301, headers: ["Location": "/mills/1"])
            case "/mills/1": Answer(200, body: page)
            default: Answer(404)
            }
        }
        let run = try await home.run("extract", "--json", server.url("/old"))
        #expect(run.status == 0 && run.output.contains(server.url("/mills/rye")))
        let missing = try await home.run("extract", server.url("/none"))
        #expect(missing.status == 1 && missing.errors.contains("/none: the server answered 404"))
    }

    @Test func `extract says why a page has no article`() async throws {
        let run = try await home.run("extract", input: "<form><input type=password></form>")
        #expect(
            run.status == 1 && run.output.isEmpty && run.errors == "lede: standard input: the page asks you to log in\n"
        )
    }

    @Test func `extract follows the rule for a site`() async throws {
        try FileManager.default.createDirectory(
            atPath: home.config + "/sites", withIntermediateDirectories: true)
        let rule = home.config + "/sites/.example.org"
        try "strip: .aftermath\n".write(toFile: rule, atomically: true, encoding: .utf8)
        func text(_ url: String) async throws -> String {
            try await home.run("extract", "--base-url", url, input: page).output
        }
        #expect(try await !text("https://mills.example.org/1").contains("The dog is still there"))
        #expect(try await text("https://example.com/1").contains("The dog is still there"))
        try "strip .aftermath\n".write(toFile: rule, atomically: true, encoding: .utf8)
        let run = try await home.run("extract", "--base-url", "https://mills.example.org/1", input: page)
        #expect(run.status == 1 && run.errors.hasSuffix("/sites/.example.org: line 1: a colon is missing\n"))
    }

    @Test func `extract takes no other URLs than those of the web`() async throws {
        let run = try await home.run("extract", "--base-url", "file:///etc/passwd", input: page)
        #expect(run.status == 2 && run.errors.contains("--base-url must be a web URL"))
    }
}

@Suite struct `lede render` {
    private let home: Home

    init() throws { home = try Home() }

    @Test func `render prints a page as lines, with its links relative to its URL`() async throws {
        let page = home.path + "/page.html"
        try "<h1>News</h1><p>One <b>two</b> <a href='/x'>three</a> four".write(
            toFile: page, atomically: true, encoding: .utf8)
        let run = try await home.run("render", page, "--width", "30", "--base-url", "https://example.org/y")
        #expect(
            run.status == 0 && run.errors.isEmpty && run.output.hasPrefix("News\n")
                && run.output.contains("example.org/x") && !run.output.contains("\u{1B}"))
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
}

@Suite struct `lede parse` {
    private let home: Home

    init() throws { home = try Home() }

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

    @Test(arguments: [("--batch", "--html-tree"), ("--batch", "--url"), ("--html-tree", "--url")])
    func `parse answers one kind of question at a time`(one: String, other: String) async throws {
        let run = try await home.run("parse", other, one, input: "")
        #expect(run.status == 2 && run.output.isEmpty)
        #expect(run.errors == "lede: use \(one) or \(other), not both: see “lede help parse”\n")
    }

    @Test func `parse reads standard input for “-”`() async throws {
        let run = try await home.run("parse", "-", input: SampleFeed(title: "Piped").rss)
        #expect(run.output.hasPrefix(#"{"feed":{"format":"rss2.0","title":"Piped""#))
        let page = try await home.run("parse", "-", input: "<html><title>A page</title>")
        #expect(
            page.status == 1 && page.output.isEmpty
                && page.errors == "lede: -: not a feed but an HTML page, titled “A page”\n")
    }
}

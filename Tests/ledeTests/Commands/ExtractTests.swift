import Foundation
import TestSupport
import Testing

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

    @Test func `extract prints an article under its title and author`() throws {
        let run = try Lede.run("extract", "--width", "100", home: home, input: page)
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(run.output.hasPrefix("A mill\n"))
        #expect(run.output.contains("\nMo\n") && run.output.contains("an engine, a dog and a radio"))
        #expect(!run.output.contains("Home") && !run.output.contains("Which river"))
    }

    @Test func `extract prints what it knows of an article as JSON`() throws {
        let run = try Lede.run(
            "extract", "--json", "--base-url", "https://example.org/mills/1", "-", home: home, input: page)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        #expect(object["title"] as? String == "A mill")
        #expect(object["byline"] as? String == "Mo")
        #expect(object["published"] as? String == "2026-03-14T08:00:00Z")
        #expect(object["next"] is NSNull)
        #expect((object["html"] as? String)?.contains("<a href=\"https://example.org/mills/rye\">rye</a>") == true)
        #expect((object["text"] as? String)?.hasPrefix("A mill stood by a river") == true)
    }

    @Test func `extract fetches a page by its URL, follows redirects, and says what went wrong`() throws {
        let server = try LoopbackServer { request in
            switch request.path {
            case "/old": Answer(301, headers: ["Location": "/mills/1"])
            case "/mills/1": Answer(200, body: page)
            default: Answer(404)
            }
        }
        let run = try Lede.run("extract", "--json", server.url("/old"), home: home)
        #expect(run.status == 0 && run.output.contains(server.url("/mills/rye")))
        let missing = try Lede.run("extract", server.url("/none"), home: home)
        #expect(missing.status == 1 && missing.errors.contains("/none: the server answered 404"))
    }

    @Test func `extract says why a page has no article`() throws {
        let run = try Lede.run("extract", home: home, input: "<form><input type=password></form>")
        #expect(run.status == 1 && run.output.isEmpty)
        #expect(run.errors == "lede: standard input: the page asks you to log in\n")
    }

    @Test func `extract follows the rule for a site`() throws {
        try FileManager.default.createDirectory(
            atPath: home.config + "/sites", withIntermediateDirectories: true)
        let rule = home.config + "/sites/.example.org"
        try "strip: .aftermath\n".write(toFile: rule, atomically: true, encoding: .utf8)
        func text(_ url: String) throws -> String {
            try Lede.run("extract", "--base-url", url, home: home, input: page).output
        }
        #expect(try !text("https://mills.example.org/1").contains("The dog is still there"))
        #expect(try text("https://example.com/1").contains("The dog is still there"))
        try "strip .aftermath\n".write(toFile: rule, atomically: true, encoding: .utf8)
        let run = try Lede.run("extract", "--base-url", "https://mills.example.org/1", home: home, input: page)
        #expect(run.status == 1 && run.errors.hasSuffix("/sites/.example.org: line 1: a colon is missing\n"))
    }

    @Test func `extract takes no other URLs than those of the web`() throws {
        let run = try Lede.run("extract", "--base-url", "file:///etc/passwd", home: home, input: page)
        #expect(run.status == 2 && run.errors.contains("--base-url must be a web URL"))
    }
}

import TestSupport
import Testing

@Suite struct `Articles from web pages` {
    private let feed: TeaserFeed
    private var home: Home { feed.home }
    private var server: LoopbackServer { feed.server }

    init() throws { feed = try TeaserFeed(["one", "two", "login"]) }

    private func number(of title: String) throws -> String {
        let line = try Lede.run("items", home: home).output.split(separator: "\n").first { $0.contains(title) }
        return String(try #require(line).split(separator: "\t")[0])
    }

    @Test func `preloaded articles are found and read without the network`() throws {
        let run = try Lede.run("preload", home: home)
        #expect(run.status == 1 && run.output == "kept 2 articles of 3 pages\n")
        #expect(run.errors.contains(": the page asks you to log in"))
        server.stop()
        #expect(try Lede.run("search", "kestrel", home: home).output.split(separator: "\n").count == 2)
        let shown = try Lede.run("show", "--full", number(of: "Story two"), home: home)
        #expect(shown.output.contains("On page /two, line 8") && !shown.output.contains("Menu") && shown.errors.isEmpty)
        #expect(try !Lede.run("show", number(of: "Story two"), home: home).output.contains("kestrel"))
    }

    @Test func `a number of no item is named, and nothing is fetched`() throws {
        let run = try Lede.run("preload", number(of: "Story one"), "4711", home: home)
        #expect(run.status == 1 && run.errors == "lede: no item 4711: “lede items” lists the items\n")
        #expect(run.output.isEmpty)
    }

    @Test func `on a terminal a bar shows how many pages have come`() throws {
        let session = try TerminalSession(
            program: BuildProducts.executable("lede"), arguments: ["preload"],
            environment: Lede.environment(home: home, adding: ["TERM": "xterm-256color"]))
        try session.waitForScreen(showing: "[####################] 3/3 pages, 2 articles")
        #expect(try session.waitForExit() == .status(1))
    }

    @Test func `lede show fetches a page, and shows the feed's text if there is no article`() throws {
        #expect(try Lede.run("show", "--full", number(of: "Story one"), home: home).output.contains("On page /one"))
        let login = try Lede.run("show", "--full", number(of: "Story login"), home: home)
        #expect(login.status == 0 && login.output.contains("A teaser."))
        #expect(login.errors == "lede: showing the feed's text: the page asks you to log in\n")
    }

    @Test func `lede tells which articles it keeps, and forgets them`() throws {
        _ = try Lede.run("preload", home: home)
        let cache = try Lede.run("cache", home: home).output
        #expect(
            cache.contains("Birds") && cache.contains("2 articles, ") && cache.contains("; 1 page without an article"))
        #expect(try Lede.run("cache", "--json", home: home).output.hasPrefix("{\"feed\":\"Birds\",\"articles\":2,"))
        #expect(try Lede.run("cache", "clear", "--older", "1", home: home).output == "forgot 0 articles\n")
        #expect(try Lede.run("cache", "clear", home: home).output == "forgot 2 articles\n")
        #expect(try Lede.run("cache", home: home).output == "0 articles, 0 bytes\n")
        #expect(try Lede.run("search", "kestrel", home: home).output.isEmpty)
    }
}

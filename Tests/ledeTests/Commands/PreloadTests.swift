import TestSupport
import Testing

@Suite struct `Articles from web pages` {
    private let feed: TeaserFeed
    private var home: Home { feed.home }
    private var server: LoopbackServer { feed.server }

    init() throws {
        feed = try TeaserFeed(["one", "two", "login"])
        _ = try Lede.run("refresh", home: feed.home)
    }

    private func number(of title: String) throws -> String {
        let line = try Lede.run("items", home: home).output.split(separator: "\n").first { $0.contains(title) }
        return String(try #require(line).split(separator: "\t")[0])
    }

    @Test func `on a terminal a bar shows how many pages have come`() throws {
        let session = try TerminalSession(
            program: BuildProducts.executable("lede"), arguments: ["preload"],
            environment: Lede.environment(home: home, adding: ["TERM": "xterm-256color"]))
        try session.waitForScreen(showing: "[####################] 3/3 pages, 2 articles")
        #expect(try session.waitForExit() == .status(1))
    }
}

import TestSupport
import Testing

@Suite(.drawing) struct `Reading articles from web pages` {
    private let feed: TeaserFeed
    private var home: Home { feed.home }
    private var server: LoopbackServer { feed.server }

    init() async throws {
        feed = try TeaserFeed(["one", "login"])
        try await feed.home.fetch()
    }

    private func open(_ title: String) async throws -> DrawnReader {
        let reader = try DrawnReader.launch(home: home)
        try await reader.waitForScreen(showing: "2 unread")
        reader.press(.enter)
        try await reader.waitForScreen(showing: "Story login")
        if title == "login" { reader.press("j") }
        try await reader.waitForScreen { $0.chosen.contains("Story \(title)") }
        reader.press(.enter)
        try await reader.waitForScreen(showing: "A teaser.")
        return reader
    }

    @Test func `F shows the page's article, and the feed's text again`() async throws {
        let reader = try await open("one")
        reader.press("F")
        try await reader.waitForScreen {
            $0.contains("On page /one, line 7") && $0.contains("article from the web page")
        }
        reader.press("F")
        try await reader.waitForScreen { $0.contains("A teaser.") && !$0.contains("On page") }
        server.stop()
        reader.press("F")
        try await reader.waitForScreen(showing: "On page /one, line 7")
        reader.press("\\")
        try await reader.waitForScreen(showing: "<p>On page /one, line 1")
        reader.press("\\")
        try await reader.waitForScreen { $0.contains("On page /one, line 7") && !$0.contains("<p>") }
        #expect(server.hits("/one") == 1)
    }

    @Test func `F says why a page has no article, and leaves the feed's text`() async throws {
        let reader = try await open("login")
        reader.press("F")
        try await reader.waitForScreen {
            $0.contains("No article to show: the page asks you to log in") && $0.contains("A teaser.")
        }
    }
}

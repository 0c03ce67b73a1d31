import TestSupport
import Testing

@Suite struct `Reading articles from web pages` {
    private let feed: TeaserFeed
    private var home: Home { feed.home }
    private var server: LoopbackServer { feed.server }

    init() throws {
        feed = try TeaserFeed(["one", "login"])
        _ = try Lede.run("refresh", home: feed.home)
    }

    private func open(_ title: String) throws -> Reader {
        let reader = try Reader.launch(home: home)
        try reader.waitForScreen(showing: "2 unread")
        try reader.press(.enter)
        try reader.waitForScreen(showing: "Story login")
        if title == "login" { try reader.press("j") }
        try reader.waitForScreen { $0.chosen.contains("Story \(title)") }
        try reader.press(.enter)
        try reader.waitForScreen(showing: "A teaser.")
        return reader
    }

    @Test func `F shows the page's article, and the feed's text again`() throws {
        let reader = try open("one")
        try reader.press("F")
        try reader.waitForScreen { $0.contains("On page /one, line 7") && $0.contains("article from the web page") }
        try reader.press("F")
        try reader.waitForScreen { $0.contains("A teaser.") && !$0.contains("On page") }
        server.stop()
        try reader.press("F")
        try reader.waitForScreen(showing: "On page /one, line 7")
        try reader.press("\\")
        try reader.waitForScreen(showing: "<p>On page /one, line 1")
        try reader.press("\\")
        try reader.waitForScreen { $0.contains("On page /one, line 7") && !$0.contains("<p>") }
        #expect(server.hits("/one") == 1)
    }

    @Test func `F says why a page has no article, and leaves the feed's text`() throws {
        let reader = try open("login")
        try reader.press("F")
        try reader.waitForScreen {
            $0.contains("No article to show: the page asks you to log in") && $0.contains("A teaser.")
        }
    }
}

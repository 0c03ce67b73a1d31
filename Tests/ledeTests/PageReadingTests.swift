import Foundation
import TestSupport
import Testing

@Suite struct `Reading articles from web pages` {
    private let home: Home
    private let server: LoopbackServer

    init() throws {
        home = try Home()
        server = try LoopbackServer { request in
            if request.path == "/login" { return Answer(200, body: "<form><input type=password></form><p>Log in.") }
            let text = (1...8).map {
                "<p>Line \($0) of the page: the kestrel hovered, and all below it kept still.</p>"
            }
            return Answer(200, body: "<title>x</title><nav>Menu</nav><article>\(text.joined())</article>")
        }
        let items = ["one", "login"].map { name in
            SampleFeed.Item(title: "Story \(name)", body: "A teaser.", link: server.url("/\(name)"))
        }
        try Data(SampleFeed(title: "Birds", items: items).rss.utf8)
            .write(to: URL(fileURLWithPath: home.path + "/feed.xml"))
        try home.write(urls: ["file://\(home.path)/feed.xml"])
        #expect(try Lede.run("refresh", home: home).status == 0)
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
        try reader.waitForScreen { $0.contains("Line 7 of the page") && $0.contains("article from the web page") }
        try reader.press("F")
        try reader.waitForScreen { $0.contains("A teaser.") && !$0.contains("of the page") }
        server.stop()
        try reader.press("F")
        try reader.waitForScreen(showing: "Line 7 of the page")
        try reader.press("\\")
        try reader.waitForScreen(showing: "<p>Line 1 of the page")
        try reader.press("\\")
        try reader.waitForScreen { $0.contains("Line 7 of the page") && !$0.contains("<p>") }
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

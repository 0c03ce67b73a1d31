import Foundation
import TestSupport
import Testing

@Suite struct `Articles from web pages` {
    private let home: Home
    private let server: LoopbackServer

    init() throws {
        home = try Home()
        server = try LoopbackServer { request in
            if request.path == "/login" { return Answer(200, body: "<form><input type=password></form><p>Log in.") }
            let text = (1...8).map {
                "<p>On page \(request.path), line \($0): the kestrel hovered, and all kept still.</p>"
            }
            return Answer(200, body: "<title>x</title><nav>Menu</nav><article>\(text.joined())</article>")
        }
        let items = ["one", "two", "login"].map { name in
            SampleFeed.Item(title: "Story \(name)", body: "A teaser.", link: server.url("/\(name)"))
        }
        try Data(SampleFeed(title: "Birds", items: items).rss.utf8)
            .write(to: URL(fileURLWithPath: home.path + "/feed.xml"))
        try home.write(urls: ["file://\(home.path)/feed.xml"])
        #expect(try Lede.run("refresh", home: home).status == 0)
    }

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
        #expect(try Lede.run("cache", "clear", home: home).output == "forgot 3 articles\n")
        #expect(try Lede.run("cache", home: home).output == "0 articles, 0 bytes\n")
        #expect(try Lede.run("search", "kestrel", home: home).output.isEmpty)
    }
}

import TestSupport
import Testing

@Suite(.blocking) struct `Several processes` {
    @Test func `a reader shows what another process fetches`() throws {
        let server = try LoopbackServer { _ in
            Answer(200, body: SampleFeed(title: "News", items: [.init(title: "One"), .init(title: "Two")]).rss)
        }
        let reader = try Reader.launch(feeds: [server.url("/feed")])
        try reader.waitForScreen(showing: "0 unread")
        #expect(try Lede.run("refresh", home: reader.home).status == 0)
        try reader.waitForScreen { $0.contains("News") && $0.contains("2 unread") }
    }

    @Test func `two readers show each other's read marks`() throws {
        let home = try Home()
        let news = SampleFeed(title: "News", items: [.init(title: "One"), .init(title: "Two")]).rss
        let first = try Reader.launch(feeds: [news], home: home)
        try first.openFeed(fetching: "2 new in 1 feed", showing: "● One")
        let second = try Reader.launch(home: home)
        try second.waitForScreen(showing: "2 unread")
        try second.press(.enter)
        try second.waitForScreen(showing: "● One")
        try first.press("N")
        try second.waitForScreen { $0.contains("  One") && $0.contains("● Two") && !$0.contains("● One") }
        try second.press("A")
        try first.waitForScreen { !$0.contains("●") }
        try first.press("u")
        try second.waitForScreen { !$0.contains("● One") && $0.contains("● Two") }
    }

    @Test(arguments: [
        (["mark", "read", "--all"], "0 unread"), (["mark", "read", "1"], "1 unread"),
        (["add", "--as-is", "https://example.org/new"], "example.org/new"),
        (["rename", "News", "Olds"], "Olds"), (["remove", "News"], "Welcome")
    ])
    func `a reader shows what a command changes`(words: [String], sign: String) throws {
        let home = try homeWithNews()
        let reader = try Reader.launch(home: home)
        try reader.waitForScreen(showing: "2 unread")
        let run = try Lede.run(words, home: home)
        #expect(run.status == 0, "\(run.errors)")
        try reader.waitForScreen(showing: sign)
    }

    @Test func `a reader lists again what another process brings back`() throws {
        let home = try homeWithNews(config: "on new title = \"Two\" do hide\n")
        let reader = try Reader.launch(home: home)
        try reader.waitForScreen(showing: "1 unread")
        try reader.press("G", .enter)
        try reader.waitForScreen { $0.contains("● One") && $0.contains("row 1 of 1") && !$0.contains("Two") }
        #expect(try Lede.run("undo", "--rules", home: home).status == 0)
        try reader.waitForScreen { $0.contains("● One") && $0.contains("● Two") && $0.contains(" of 2 ") }
    }

    private func homeWithNews(config: String = "") throws -> Home {
        let server = try LoopbackServer { _ in
            Answer(200, body: SampleFeed(title: "News", items: [.init(title: "One"), .init(title: "Two")]).rss)
        }
        let home = try Home()
        try home.write(urls: [server.url("/feed")])
        try home.write(config: config)
        #expect(try Lede.run("refresh", home: home).status == 0)
        return home
    }
}

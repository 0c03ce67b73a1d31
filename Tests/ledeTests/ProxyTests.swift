import TestSupport
import Testing

@Suite struct `Proxies` {
    @Test func `come from the environment, which says for which hosts there is none`() throws {
        let feed = Answer(200, body: SampleFeed(title: "A feed").rss)
        let proxy = try LoopbackServer { _ in feed }
        let server = try LoopbackServer { _ in feed }
        let home = try Home()
        try home.write(urls: ["http://feeds.example.org/far", server.url("/near")])
        let run = try Lede.run("refresh", home: home, environment: ["http_proxy": proxy.url("")])
        #expect(run.status == 0)
        #expect(proxy.requests.map(\.path) == ["http://feeds.example.org/far"])
        #expect(server.requests.map(\.path) == ["/near"])
    }

    @Test func `that are set while the reader is open are asked for the next address that is looked at`() throws {
        let feed = Answer(200, body: SampleFeed(title: "A feed").rss)
        let (proxy, server) = (try LoopbackServer { _ in feed }, try LoopbackServer { _ in feed })
        let reader = try Reader.launch(feeds: [])
        try reader.waitForScreen(showing: "No feeds yet")
        try reader.press("a")
        try reader.type(server.url("/near"))
        try reader.press(.enter)
        try reader.waitForScreen(showing: "Enter subscribes to it")
        try reader.press("q", ":")
        try reader.type("set proxy \(proxy.url(""))")
        try reader.press(.enter, "a")
        try reader.type("http://feeds.example.org/far")
        try reader.press(.enter)
        try reader.waitForScreen { $0.contains("Enter subscribes to it") && $0.contains("example.org/far") }
        #expect(proxy.requests.map(\.path) == ["http://feeds.example.org/far"])
        #expect(server.requests.map(\.path) == ["/near"])
    }

    @Test func `of the config file are asked for what is added, too`() throws {
        let proxy = try LoopbackServer { _ in Answer(200, body: SampleFeed(title: "A feed").rss) }
        let home = try Home()
        try home.write(config: "proxy \(proxy.url(""))")
        #expect(try Lede.run("add", "http://feeds.example.org/far", home: home).status == 0)
        #expect(proxy.requests.map(\.path) == ["http://feeds.example.org/far"])
    }
}

import TestSupport
import Testing

@Suite(.blocking) struct `Proxies` {
    @Test func `proxies come from the environment, which also excludes hosts`() throws {
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

    @Test(arguments: [
        ("all_proxy", "http", "GET"), ("ALL_PROXY", "http", "GET"), ("https_proxy", "https", "CONNECT"),
        ("HTTPS_PROXY", "https", "CONNECT"), ("all_proxy", "https", "CONNECT")
    ])
    func `each scheme has its own variable for a proxy`(name: String, scheme: String, method: String) throws {
        let proxy = try LoopbackServer { request in
            request.method == "CONNECT" ? Answer(403) : Answer(200, body: SampleFeed(title: "A feed").rss)
        }
        let home = try Home()
        try home.write(urls: ["\(scheme)://feeds.example.org/"])
        let none = ["http_proxy": "", "https_proxy": ""]
        let run = try Lede.run(
            "refresh", home: home, environment: none.merging([name: proxy.url("")]) { _, set in set })
        #expect(proxy.requests.map(\.method) == [method])
        #expect(proxy.requests.first?.path.contains("feeds.example.org") == true)
        #expect(run.errors.contains("the proxy refused the request: it answered 403") == (method == "CONNECT"))
    }

    @Test func `a proxy set while the reader is open is used for the next URL that is checked`() throws {
        let feed = Answer(200, body: SampleFeed(title: "A feed").rss)
        let (proxy, server) = (try LoopbackServer { _ in feed }, try LoopbackServer { _ in feed })
        let reader = try Reader.launch(feeds: [])
        try reader.waitForScreen(showing: "have any feeds yet")
        try reader.press("a")
        try reader.type(server.url("/near"))
        try reader.press(.enter)
        try reader.waitForScreen(showing: "Enter to add this feed")
        try reader.press("q", ":")
        try reader.type("set proxy \(proxy.url(""))")
        try reader.press(.enter, "a")
        try reader.type("http://feeds.example.org/far")
        try reader.press(.enter)
        try reader.waitForScreen { $0.contains("Enter to add this feed") && $0.contains("example.org/far") }
        #expect(proxy.requests.map(\.path) == ["http://feeds.example.org/far"])
        #expect(server.requests.map(\.path) == ["/near"])
    }

    @Test func `the config file's proxy is used for added feeds, except for excluded hosts`() throws {
        let feed = Answer(200, body: SampleFeed(title: "A feed").rss)
        let (proxy, server) = (try LoopbackServer { _ in feed }, try LoopbackServer { _ in feed })
        let home = try Home()
        try home.write(config: "proxy \(proxy.url(""))")
        #expect(try Lede.run("add", "http://feeds.example.org/far", home: home).status == 0)
        #expect(try Lede.run("add", server.url("/near"), home: home).status == 0)
        #expect(proxy.requests.map(\.path) == ["http://feeds.example.org/far"])
        #expect(server.requests.map(\.path) == ["/near"])
    }
}

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
}

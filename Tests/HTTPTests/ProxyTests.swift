import HTTP
import TestSupport
import Testing

@Suite struct ProxyTests {
    private let client = Client()

    @Test func `a proxy is asked for the whole address, and told who asks`() async throws {
        let proxy = try LoopbackServer { request in
            guard request.headers["proxy-authorization"] == nil else { return Answer(200, body: "<rss/>") }
            return Answer(407, headers: ["Proxy-Authenticate": "Basic realm=\"proxy\""])
        }
        let options = RequestOptions(proxy: .server(proxy.url(""), Credentials(name: "a", password: "b")))
        let request = Request("http://feeds.example.org/feed", options: options)
        #expect(try await client.outcome(of: request).get().body == Array("<rss/>".utf8))
        #expect(proxy.requests.last?.path == "http://feeds.example.org/feed")
        #expect(proxy.requests.last?.headers["proxy-authorization"] == "Basic YTpi")
    }

    @Test(arguments: [403, 407, 502])
    func `a proxy that lets nobody through is told by its status`(status: Int) async throws {
        let proxy = try LoopbackServer { _ in Answer(status) }
        let options = RequestOptions(proxy: .server(proxy.url("")))
        let outcome = await client.outcome(of: Request("https://feeds.example.org/feed", options: options))
        #expect(outcome.failure == .proxyRefused(status: status))
        #expect(proxy.requests.map(\.method) == ["CONNECT"])
    }

    @Test func `a proxy that is not there is told apart from a server that is not there`() async throws {
        let proxy = try LoopbackServer { _ in Answer(200) }
        proxy.stop()
        #expect(await failure(by: proxy.url("")) == .proxyRefused(status: nil))
        #expect(await failure(by: "http://nowhere.invalid:1") == .proxyNotFound)
    }

    private func failure(by proxy: String) async -> FetchFailure? {
        await client.outcome(of: Request("http://127.0.0.1/", options: RequestOptions(proxy: .server(proxy)))).failure
    }
}

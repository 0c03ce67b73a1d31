import HTTP
import TestSupport
import Testing

@Suite struct ProxyTests {
    private let client = Client()

    @Test func `a proxy gets the whole URL and the credentials`() async throws {
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
    func `a refusal by the proxy is reported with its status`(status: Int) async throws {
        let proxy = try LoopbackServer { _ in Answer(status) }
        let options = RequestOptions(proxy: .server(proxy.url("")))
        let outcome = await client.outcome(of: Request("https://feeds.example.org/feed", options: options))
        #expect(outcome.failure == .proxyRefused(status: status))
        #expect(proxy.requests.map(\.method) == ["CONNECT"])
    }

    @Test func `a missing proxy is told apart from a missing server`() async throws {
        let proxy = try LoopbackServer { _ in Answer(200) }
        proxy.stop()
        #expect(await failure(by: proxy.url("")) == .proxyRefused(status: nil))
        #expect(await failure(by: "http://nowhere.invalid:1") == .proxyNotFound)
    }

    @Test(arguments: ["feeds.example.org", "127.0.0.1"])
    func `a socks5h proxy gets the host name and looks it up itself`(host: String) async throws {
        let server = try LoopbackServer { _ in Answer(200, body: "<rss/>") }
        let proxy = try RelayingProxy(.socks5(name: nil, password: nil), to: server.port)
        let options = RequestOptions(proxy: .server("socks5h://127.0.0.1:\(proxy.port)"))
        let outcome = await client.outcome(of: Request("http://\(host)/feed", options: options))
        #expect(try outcome.get().body == Array("<rss/>".utf8))
        #expect(proxy.asked == ["\(host):80"])
        #expect(server.requests.map(\.path) == ["/feed"])
    }

    @Test func `a socks5 proxy gets an address, not a name`() async throws {
        let server = try LoopbackServer { _ in Answer(200) }
        let proxy = try RelayingProxy(.socks5(name: nil, password: nil), to: server.port)
        let options = RequestOptions(proxy: .server("socks5://127.0.0.1:\(proxy.port)"))
        #expect(try await client.outcome(of: Request("http://localhost/", options: options)).get().status == 200)
        #expect(proxy.asked.count == 1 && !proxy.asked[0].contains("localhost"))
    }

    @Test func `a SOCKS proxy that requires credentials gets them`() async throws {
        let server = try LoopbackServer { _ in Answer(200) }
        let proxy = try RelayingProxy(.socks5(name: "a", password: "b"), to: server.port)
        func status(_ credentials: Credentials?) async -> Result<Int, FetchFailure> {
            let options = RequestOptions(proxy: .server("socks5h://127.0.0.1:\(proxy.port)", credentials))
            return await client.outcome(of: Request("http://feeds.example.org/", options: options)).map(\.status)
        }
        #expect(await status(Credentials(name: "a", password: "b")) == .success(200))
        #expect(await status(Credentials(name: "a", password: "c")) == .failure(.proxyRefused(status: nil)))
        #expect(await status(nil) == .failure(.proxyRefused(status: nil)))
        #expect(server.requests.count == 1)
    }

    @Test func `a proxy to a secure server learns only its name`() async throws {
        let nginx = try Nginx.shared()
        let address = nginx.url("/feed.xml", at: .secure)
        let place = try #require(address.split(separator: "/").dropFirst().first)
        let port = try #require(place.split(separator: ":").last.flatMap { UInt16($0) })
        let proxy = try RelayingProxy(.connect, to: port)
        let options = RequestOptions(
            proxy: .server("http://127.0.0.1:\(proxy.port)"), authorityFile: nginx.certificates.authority)
        #expect(try await client.outcome(of: Request(address, options: options)).get().status == 200)
        #expect(proxy.asked == [String(place)])
    }

    private func failure(by proxy: String) async -> FetchFailure? {
        await client.outcome(of: Request("http://127.0.0.1/", options: RequestOptions(proxy: .server(proxy)))).failure
    }
}

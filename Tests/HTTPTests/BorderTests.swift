import TestSupport
import Testing
import URLs

@testable import HTTP

/// Redirects from the public network lead to nothing of the user's own. Here IPv4 is public and IPv6 isn't.
@Suite struct BorderTests {
    private let client = Client(userAgent: "lede-tests/1") { $0.bytes.count == 4 }
    private let inner: LoopbackServer

    init() throws { inner = try LoopbackServer(on: .v6) { _ in Answer(200, body: "secret") } }

    private func server(sendingTo location: String) throws -> LoopbackServer {
        try LoopbackServer { _ in Answer(302, headers: ["Location": location]) }
    }

    @Test(arguments: ["[::1]", "[::ffff:0:1]", "localhost"])
    func `a redirect to the user's own network is refused before any connection`(host: String) async throws {
        let target = "http://\(host):\(inner.port)/admin"
        let start = try server(sendingTo: target)
        #expect(await client.failure(start.url("/")) == .ledInside(target))
        #expect(inner.requests.isEmpty && inner.closed.entries.isEmpty)
    }

    @Test func `a redirect can't use an open connection to the user's own network`() async throws {
        #expect(try await client.get(inner.url("/own")).status == 200)
        let start = try server(sendingTo: inner.url("/admin"))
        #expect(await client.failure(start.url("/")) == .ledInside(inner.url("/admin")))
        #expect(inner.requests.map(\.path) == ["/own"])
    }

    @Test func `a request that must stay outside reaches nothing of the user's own, not even at first`() async throws {
        var options = RequestOptions()
        options.staysOutside = true
        for url in [inner.url("/page"), "http://localhost:\(inner.port)/page"] {
            let outcome = await client.outcome(of: Request(url, options: options))
            if case .ledInside = outcome.failure { continue }
            Issue.record("\(outcome)")
        }
        #expect(inner.requests.isEmpty)
        let outside = try LoopbackServer { _ in Answer(200, body: "page") }
        #expect(await client.outcome(of: Request(outside.url("/"), options: options)).failure == nil)
    }

    @Test func `a feed in the user's own network may redirect within it`() async throws {
        let other = try LoopbackServer(on: .v6) { _ in Answer(200, body: "b") }
        let own = try LoopbackServer(on: .v6) { _ in Answer(302, headers: ["Location": other.url("/b")]) }
        #expect(try await client.get(own.url("/a")).url == other.url("/b"))
        #expect(try await client.get("http://localhost:\(own.port)/a").url == other.url("/b"))
    }

    @Test(arguments: ["http://169.254.169.254/latest", "http://0x7f.1/", "http://printer.local/", "http://[fd00::1]/"])
    func `a redirect to the user's own network isn't requested from a proxy`(target: String) async throws {
        let proxy = try server(sendingTo: target)
        let outcome = await Client(userAgent: "lede-tests/1").outcome(
            of: Request("http://feeds.example.org/", options: RequestOptions(proxy: .server(proxy.url("")))))
        guard case .ledInside = outcome.failure else {
            Issue.record("\(outcome)")
            return
        }
        #expect(proxy.requests.map(\.path) == ["http://feeds.example.org/"])
    }

    @Test(arguments: [
        ("http://feeds.example.org/", "http://other.example.org/"), ("http://wiki/", "http://10.1.2.3/"),
        ("http://10.1.2.3/", "http://wiki/")
    ])
    func `a proxy in the user's own network may fetch other hosts`(start: String, end: String) async throws {
        let proxy = try LoopbackServer { request in
            request.path == start ? Answer(302, headers: ["Location": end]) : Answer(200)
        }
        let options = RequestOptions(proxy: .server(proxy.url("")))
        let outcome = await Client(userAgent: "lede-tests/1").outcome(of: Request(start, options: options))
        #expect(try outcome.get().url == end)
    }

    @Test func `the failure of such a redirect says what to do`() {
        #expect(
            "\(FetchFailure.ledInside("http://[::1]/"))".hasSuffix(
                "put this URL into the urls file if you trust it"))
    }

    @Test func `a redirect from a secure connection to a plain one is reported`() async throws {
        let nginx = try Nginx.shared()
        let open = try LoopbackServer { _ in Answer(200) }
        let options = RequestOptions(authorityFile: nginx.certificates.authority)
        func response(_ path: String) async throws -> Response {
            try await Client().outcome(of: Request(nginx.url(path, at: .secure), options: options)).get()
        }
        #expect(try await response("/elsewhere?to=\(open.url("/"))").isLaidOpen)
        #expect(try await !response("/feed.xml").isLaidOpen)
    }
}

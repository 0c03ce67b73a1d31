import Foundation
import TestSupport
import Testing
import URLs

@testable import HTTP

@Suite struct RedirectTests {
    private let client = Client()

    @Test(arguments: [301, 302, 303, 307, 308])
    func `a redirect is followed, and the document's own URL reported`(status: Int) async throws {
        let server = try LoopbackServer { request in
            request.path == "/old" ? Answer(status, headers: ["Location": "/new"]) : Answer(200, body: "moved")
        }
        let response = try await client.get(server.url("/old"))
        #expect(response.url == server.url("/new"))
        #expect(response.body == Array("moved".utf8))
    }

    @Test(arguments: [
        ([301], 1), ([308, 301], 2), ([302], nil), ([302, 301], nil), ([301, 302], 1), ([301, 307, 308], 1), ([], nil)
    ])
    func `a permanent move is reported as far as the redirects say so`(
        statuses: [Int], moved: Int?
    ) async throws {
        let server = try LoopbackServer { request in
            let step = Int(request.path.dropFirst()) ?? 0
            guard step < statuses.count else { return Answer(200) }
            return Answer(statuses[step], headers: ["Location": "/\(step + 1)"])
        }
        let response = try await client.get(server.url("/0"))
        #expect(response.url == server.url("/\(statuses.count)"))
        #expect(response.permanentURL == moved.map { server.url("/\($0)") })
    }

    @Test func `a move from a secure connection to a plain one isn't permanent`() throws {
        var route = RequestRoute(to: "https://a.example/1")
        for place in ["https://a.example/2", "http://a.example/3", "https://a.example/4"] {
            try route.follow(place, status: 301)
        }
        #expect(route.permanentURL == "https://a.example/2")
    }

    @Test(arguments: [
        ("/a b?c d#e", "/a%20b?c%20d"), ("//127.0.0.1:PORT/x", "/x"), ("?page=2", "/?page=2"),
        ("/caf\u{E9}", "/caf%C3%A9"), ("/a/../%2e%2E/b\\c", "/b/c")
    ])
    func `redirects are followed in every form that servers use`(location: String, path: String) async throws {
        let server = try LoopbackServer { request in
            let port = request.headers["host"]?.split(separator: ":").last ?? ""
            return request.path == "/"
                ? Answer(302, headers: ["Location": location.replacing("PORT", with: port)]) : Answer(200)
        }
        _ = try await client.get(server.url("/"))
        #expect(server.requests.last?.path == path)
    }

    @Test func `headers of the redirect aren't reported for the document`() async throws {
        let server = try LoopbackServer { request in
            guard request.path == "/old" else { return Answer(200, body: "new") }
            return Answer(302, headers: ["Location": "/new", "ETag": "\"old\""], body: "old")
        }
        let response = try await client.get(server.url("/old"))
        #expect(response.validators == Validators())
        #expect(response.body == Array("new".utf8))
    }

    @Test func `redirects are followed up to the limit`() async throws {
        let server = try LoopbackServer { request in
            request.path == "/++++" ? Answer(200) : Answer(302, headers: ["Location": request.path + "+"])
        }
        #expect(try await client.get(server.url("/+")).url == server.url("/++++"))
        #expect(await client.failure(server.url("/")) == .tooManyRedirects)
    }

    @Test func `a redirect in a circle is given up`() async throws {
        let server = try LoopbackServer { _ in Answer(302, headers: ["Location": "/"]) }
        #expect(await client.failure(server.url("/")) == .tooManyRedirects)
        #expect(server.hits("/") == 4)
    }

    @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1/", "dict://127.0.0.1/"])
    func `a redirect off the web isn't followed`(location: String) async throws {
        let server = try LoopbackServer { _ in Answer(302, headers: ["Location": location]) }
        #expect(await client.failure(server.url("/")) == .forbiddenScheme)
    }

    @Test func `a redirect without a target is a refusal`() async throws {
        let server = try LoopbackServer { _ in Answer(302) }
        #expect(await client.failure(server.url("/"))?.status == 302)
    }
}

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

/// Secrets meant for one host are sent to no other.
@Suite struct SecretTests {
    private let client = Client()
    private let secrets = RequestOptions(
        headers: [Header("X-Key", "k")], authentication: .basic(Credentials(name: "a", password: "b")))

    @Test func `a redirect within the host keeps secrets`() async throws {
        let server = try LoopbackServer { $0.path == "/" ? Answer(302, headers: ["Location": "/new"]) : Answer(200) }
        _ = try await client.outcome(of: Request(server.url("/"), options: secrets)).get()
        #expect(server.requests.map { $0.headers["x-key"] } == ["k", "k"])
        #expect(server.requests.map { $0.headers["authorization"] } == ["Basic YTpi", "Basic YTpi"])
    }

    @Test(arguments: [Authentication.basic(Credentials(name: "a", password: "b")), .bearer("token")])
    func `a redirect to another host drops secrets`(authentication: Authentication) async throws {
        let other = try LoopbackServer { _ in Answer(200) }
        let server = try LoopbackServer { _ in Answer(302, headers: ["Location": other.url("/")]) }
        var options = secrets
        options.authentication = authentication
        _ = try await client.outcome(of: Request(server.url("/"), options: options)).get()
        #expect(other.requests.map { $0.headers["x-key"] } == [nil])
        #expect(other.requests.map { $0.headers["authorization"] } == [nil])
        #expect(server.requests.map { $0.headers["x-key"] } == ["k"])
    }

    @Test func `a redirect back to the host restores secrets`() async throws {
        let gate = Record<String>()
        let other = try LoopbackServer { _ in Answer(302, headers: ["Location": gate.entries[0]]) }
        let server = try LoopbackServer { request in
            request.path == "/" ? Answer(302, headers: ["Location": other.url("/")]) : Answer(200)
        }
        gate.add(server.url("/back"))
        _ = try await client.outcome(of: Request(server.url("/"), options: secrets)).get()
        #expect(other.requests.map { $0.headers["authorization"] } == [nil])
        #expect(server.requests.map { $0.headers["authorization"] } == ["Basic YTpi", "Basic YTpi"])
    }

    @Test func `a redirect from a secure connection to a plain one drops secrets`() async throws {
        let nginx = try Nginx.shared()
        let open = try LoopbackServer { request in
            guard request.headers["authorization"] == nil else { return Answer(200) }
            return Answer(401, headers: ["WWW-Authenticate": "Basic realm=\"feeds\""])
        }
        let home = try Home()
        let netrc = "\(home.path)/netrc"
        try "machine 127.0.0.1 login a password b".write(toFile: netrc, atomically: true, encoding: .utf8)
        let options = RequestOptions(netrcFile: netrc, authorityFile: nginx.certificates.authority)
        let url = nginx.url("/elsewhere?to=\(open.url("/"))", at: .secure)
        #expect(await client.outcome(of: Request(url, options: options)).failure?.status == 401)
        #expect(open.requests.map { $0.headers["authorization"] } == [nil])
    }

    @Test func `a name and a password in a redirect aren't used`() async throws {
        let server = try LoopbackServer { request in
            let address = "http://a:b@\(request.headers["host"] ?? "")/new"
            return request.path == "/" ? Answer(301, headers: ["Location": address]) : Answer(200)
        }
        let response = try await client.get(server.url("/"))
        #expect(response.permanentURL == server.url("/new"))
        #expect(server.requests.map { $0.headers["authorization"] } == [nil, nil])
    }

    @Test func `the default entry of a netrc file is only for the requested host`() async throws {
        let home = try Home()
        try "default login a password b".write(toFile: "\(home.path)/netrc", atomically: true, encoding: .utf8)
        let wanted = Answer(401, headers: ["WWW-Authenticate": "Basic realm=\"x\""])
        let other = try LoopbackServer { $0.headers["authorization"] == nil ? wanted : Answer(200) }
        let server = try LoopbackServer { request in
            request.headers["authorization"] == nil ? wanted : Answer(302, headers: ["Location": other.url("/")])
        }
        let options = RequestOptions(netrcFile: "\(home.path)/netrc")
        #expect(await client.outcome(of: Request(server.url("/"), options: options)).failure?.status == 401)
        #expect(server.requests.map { $0.headers["authorization"] } == [nil, "Basic YTpi"])
        #expect(other.requests.map { $0.headers["authorization"] } == [nil])
    }

    @Test func `validators are sent only to the server that they came from`() async throws {
        let other = try LoopbackServer { _ in Answer(200, headers: ["ETag": "\"other\""]) }
        let server = try LoopbackServer { request in
            Answer(302, headers: ["Location": request.path == "/" ? "/on" : other.url("/")])
        }
        let validators = Validators(etag: "\"v1\"", lastModified: "Sat, 21 Nov 2026 05:10:00 GMT")
        let response = try await client.get(server.url("/"), validators: validators)
        #expect(server.requests.map { $0.headers["if-none-match"] } == ["\"v1\"", "\"v1\""])
        #expect(other.requests.map { $0.headers["if-none-match"] } == [nil])
        #expect(other.requests.map { $0.headers["if-modified-since"] } == [nil])
        // The requested server doesn't learn the other's either.
        #expect(response.validators == Validators())
    }

    @Test func `another server can't claim that nothing has changed`() async throws {
        let other = try LoopbackServer { _ in Answer(304) }
        let server = try LoopbackServer { _ in Answer(302, headers: ["Location": other.url("/")]) }
        let request = Request(server.url("/"), validators: Validators(etag: "\"v1\""))
        #expect(await client.outcome(of: request).failure == .noDocument(status: 304))
    }

    @Test(arguments: ["http://a:secret@", "http://a:se/cret@example.org/", "http://a:secret@exa mple.org/"])
    func `a URL that can't be fetched is reported without its password`(address: String) async throws {
        let failure = try #require(await client.failure(address))
        #expect(!"\(failure)".contains("cret"))
    }
}

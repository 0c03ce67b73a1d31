import HTTP
import TestSupport
import Testing

@Suite struct NginxTests {
    private let client = Client()
    private let nginx: Nginx

    init() throws { nginx = try Nginx.shared() }

    @Test func `an unchanged document isn't sent again, by tag or by date`() async throws {
        let first = try await client.get(nginx.url("/feed.xml"))
        #expect(first.body.starts(with: "<rss".utf8))
        #expect(first.contentType == "application/rss+xml")
        let tag = Validators(etag: first.validators.etag)
        let date = Validators(lastModified: first.validators.lastModified)
        for validators in [first.validators, tag, date] {
            #expect(try await client.get(nginx.url("/feed.xml"), validators: validators).isNotModified)
        }
    }

    @Test func `a document of another version is sent whole`() async throws {
        let response = try await client.get(nginx.url("/feed.xml"), validators: Validators(etag: "\"other\""))
        #expect(response.status == 200)
        #expect(response.body.starts(with: "<rss".utf8))
    }

    @Test(arguments: [("/gzip.xml", "gzip"), ("/brotli.xml", "br")])
    func `a compressed document arrives unchanged, in fewer bytes`(path: String, name: String) async throws {
        let plain = try await client.get(nginx.url("/feed.xml"))
        let compressed = try await client.get(nginx.url(path))
        #expect(compressed.headers["content-encoding"] == name)
        #expect(compressed.body == plain.body)
        #expect(compressed.received < plain.received / 2)
        #expect(plain.received > plain.body.count)
    }

    @Test func `a compressed document is recognised by its weak tag`() async throws {
        let validators = try await client.get(nginx.url("/gzip.xml")).validators
        #expect(validators.etag?.hasPrefix("W/") == true)
        #expect(try await client.get(nginx.url("/gzip.xml"), validators: validators).isNotModified)
    }

    @Test func `a server that supports parts is asked for the whole document`() async throws {
        let response = try await client.get(nginx.url("/feed.xml"))
        #expect(response.headers["accept-ranges"] == "bytes")
        #expect(response.status == 200)
        #expect(response.headers["content-length"] == "\(response.body.count)")
    }

    @Test func `a feed that has moved permanently names its new URL`() async throws {
        let response = try await client.get(nginx.url("/moved.xml"))
        #expect(response.permanentURL == nginx.url("/feed.xml"))
        #expect(response.url == nginx.url("/feed.xml"))
    }

    @Test func `a connection serves several requests`() async throws {
        let answers = try await client.outcomes(of: asking(.plain), times: 3).map { try Asked($0.get()) }
        #expect(Set(answers.map(\.connection)).count == 1)
        #expect(answers.map(\.number) == ["1", "2", "3"])
    }

    @Test(arguments: [Authentication.basic(reader), .any(reader)])
    func `a name and a password open a protected document`(authentication: Authentication) async throws {
        var request = Request(nginx.url("/private.xml"))
        #expect(await client.outcome(of: request).failure?.status == 401)
        request.options.authentication = authentication
        #expect(try await client.outcome(of: request).get().status == 200)
    }

    @Test func `a proxy is used instead of the server`() async throws {
        let server = try LoopbackServer { _ in Answer(200, body: "here") }
        let proxy = Proxy.server(nginx.url("", at: .proxy))
        let request = Request(server.url("/feed"), options: RequestOptions(proxy: proxy))
        #expect(try await client.outcome(of: request).get().body == Array("here".utf8))
        #expect(server.requests.map { $0.headers["via"] } == ["1.1 nginx"])
    }

    private func asking(_ site: Nginx.Site) -> Request {
        Request(
            nginx.url("/asked", at: site), options: RequestOptions(authorityFile: nginx.certificates.authority))
    }
}

private let reader = Credentials(name: "reader", password: "secret")

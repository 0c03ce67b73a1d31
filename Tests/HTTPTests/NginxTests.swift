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

@Suite struct SecureTests {
    private let client = Client()
    private let nginx: Nginx

    init() throws { nginx = try Nginx.shared() }

    @Test func `a server with a valid certificate is trusted`() async throws {
        #expect(try await get("/feed.xml", at: .secure).status == 200)
    }

    @Test(arguments: [
        (Nginx.Site.expired, Distrust.expired), (.otherHost, .wrongHost), (.selfSigned, .selfSigned)
    ])
    func `an invalid certificate is reported with its fault`(
        site: Nginx.Site, distrust: Distrust
    ) async {
        let options = RequestOptions(authorityFile: nginx.certificates.authority)
        let outcome = await client.outcome(of: Request(nginx.url("/feed.xml", at: site), options: options))
        #expect(outcome.failure == .untrusted(distrust))
    }

    @Test func `a certificate by an unknown authority isn't trusted`() async {
        #expect(await client.failure(nginx.url("/feed.xml", at: .secure)) == .untrusted(.unknownAuthority))
    }

    @Test(arguments: [Nginx.Site.secure, .expired, .otherHost, .selfSigned])
    func `any certificate is accepted if the user says so`(site: Nginx.Site) async throws {
        let options = RequestOptions(verifiesServer: false)
        let outcome = await client.outcome(of: Request(nginx.url("/feed.xml", at: site), options: options))
        #expect(try outcome.get().status == 200)
    }

    @Test func `a missing file of authorities is reported with its name`() async {
        let options = RequestOptions(authorityFile: "/nowhere/authorities.pem")
        let outcome = await client.outcome(of: Request(nginx.url("/feed.xml", at: .secure), options: options))
        #expect(outcome.failure == .noAuthorities("/nowhere/authorities.pem"))
    }

    @Test func `a plain HTTP server makes no secure connection`() async throws {
        let address = nginx.url("/feed.xml").replacing("http:", with: "https:")
        #expect(await client.failure(address) == .insecure)
    }

    @Test(.timeLimit(.minutes(5)))
    func `many transfers from one host share a connection`() async throws {
        let answers = try await withThrowingTaskGroup { group in
            for _ in 1...20 { group.addTask { try Asked(try await get("/asked", at: .secure)) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(answers.map(\.version)) == ["HTTP/2.0"])
        #expect(Set(answers.map(\.connection)).count == 1)
    }

    @Test func `a secure connection resumes the last session with the server`() async throws {
        let options = RequestOptions(authorityFile: nginx.certificates.authority)
        let request = Request(nginx.url("/session", at: .closing), options: options)
        let answers = try await client.outcomes(of: request, times: 2).map { try $0.get().body }
        #expect(answers == [Array(".".utf8), Array("r".utf8)])
    }

    @Test func `a name and a password in the URL open a protected document and stay secret`() async throws {
        let address = nginx.url("/private.xml", at: .secure).replacing(
            "127", with: "reader:secret@127", maxReplacements: 1)
        let options = RequestOptions(authorityFile: nginx.certificates.authority)
        let response = try await client.outcome(of: Request(address, options: options)).get()
        #expect(response.url == nginx.url("/private.xml", at: .secure))
    }

    private func get(_ path: String, at site: Nginx.Site) async throws -> Response {
        let options = RequestOptions(authorityFile: nginx.certificates.authority)
        return try await client.outcome(of: Request(nginx.url(path, at: site), options: options)).get()
    }
}

/// How nginx saw a request, as reported at `/asked`.
struct Asked {
    let version: String
    let connection: String
    /// The number of the request on its connection, from 1.
    let number: String

    init(_ response: Response) throws {
        let words = String(decoding: response.body, as: UTF8.self).split(separator: " ").map(String.init)
        try #require(words.count >= 3)
        (version, connection, number) = (words[0], words[1], words[2])
    }
}

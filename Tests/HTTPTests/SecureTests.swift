import HTTP
import TestSupport
import Testing

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

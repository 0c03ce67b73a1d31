import Foundation
import TestSupport
import Testing

@testable import HTTP

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

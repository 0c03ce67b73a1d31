import HTTP
import TestSupport
import Testing

/// Requests that change something on the server.
@Suite struct ChangeTests {
    private let client = Client()

    @Test(arguments: [Method.post, .put, .delete])
    func `a change arrives with its method, its body and the body's type`(method: Method) async throws {
        let server = try LoopbackServer { _ in Answer(200, body: "done") }
        let body = RequestBody(Array("{\"a\":\"é\"}\0".utf8), type: "application/json")
        let response = try await client.outcome(of: Request(server.url("/"), method: method, body: body)).get()
        #expect(response.body == Array("done".utf8))
        #expect(server.requests.map(\.method) == [method.rawValue])
        #expect(server.requests.map(\.body) == [body.bytes])
        #expect(server.requests.map { $0.headers["content-type"] } == ["application/json"])
    }

    @Test(arguments: [Method.post, .put, .delete])
    func `a change without a body says so`(method: Method) async throws {
        let server = try LoopbackServer { _ in Answer(200) }
        _ = try await client.outcome(of: Request(server.url("/"), method: method)).get()
        #expect(server.requests.map(\.method) == [method.rawValue])
        #expect(server.requests.map { $0.headers["content-length"] } == ["0"])
        #expect(server.requests.map { $0.headers["content-type"] } == [nil])
    }

    @Test func `a body of several megabytes arrives whole`() async throws {
        let server = try LoopbackServer { _ in Answer(200) }
        let bytes = (0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let body = RequestBody(bytes, type: "application/octet-stream")
        _ = try await client.outcome(of: Request(server.url("/"), method: .post, body: body)).get()
        #expect(server.requests.map(\.body) == [bytes])
    }

    @Test(arguments: [204, 205])
    func `a change may be answered without a document`(status: Int) async throws {
        let server = try LoopbackServer { _ in .raw(Array("HTTP/1.1 \(status) OK\r\n\r\n".utf8)) }
        #expect(try await client.outcome(of: Request(server.url("/"), method: .put)).get().status == status)
    }

    @Test func `a change never asks for a document only if it is new`() async throws {
        let server = try LoopbackServer { _ in Answer(200) }
        let validators = Validators(etag: "\"1\"", lastModified: "Thu, 05 Nov 2026 09:30:00 GMT")
        _ = try await client.outcome(of: Request(server.url("/"), method: .post, validators: validators)).get()
        #expect(server.requests.map { $0.headers["if-none-match"] } == [nil])
        #expect(server.requests.map { $0.headers["if-modified-since"] } == [nil])
    }

    @Test(arguments: [
        Authentication.any(Credentials(name: "a", password: "b")), .basic(.init(name: "a", password: "b"))
    ])
    func `a change is sent again with the password that the server asks for`(
        authentication: Authentication
    ) async throws {
        let server = try LoopbackServer { request in
            guard request.headers["authorization"] == nil else { return Answer(200) }
            return Answer(401, headers: ["WWW-Authenticate": "Basic realm=\"feeds\""])
        }
        let request = Request(
            server.url("/"), method: .post, body: RequestBody([1], type: "a/b"),
            options: RequestOptions(authentication: authentication))
        #expect(try await client.outcome(of: request).get().status == 200)
        #expect(server.requests.last?.body == [1])
    }
}

@Suite struct `Redirects of changes` {
    private let client = Client()
    private let body = RequestBody(Array("a=b".utf8), type: "application/x-www-form-urlencoded")

    @Test(arguments: [307, 308], [Method.post, .put, .delete])
    func `a change follows a redirect that keeps the method within its origin`(
        status: Int, method: Method
    ) async throws {
        let server = try LoopbackServer { request in
            request.path == "/old" ? Answer(status, headers: ["Location": "/new"]) : Answer(200)
        }
        let response = try await client.outcome(of: Request(server.url("/old"), method: method, body: body)).get()
        #expect(response.url == server.url("/new"))
        #expect(server.requests.map(\.method) == [method.rawValue, method.rawValue])
        #expect(server.requests.map(\.body) == [body.bytes, body.bytes])
    }

    @Test(arguments: [300, 301, 302, 303])
    func `a change doesn't follow other redirects`(status: Int) async throws {
        let server = try LoopbackServer { request in
            request.path == "/old" ? Answer(status, headers: ["Location": "/new"]) : Answer(200)
        }
        let failure = await client.outcome(of: Request(server.url("/old"), method: .post, body: body)).failure
        #expect(failure == .ledElsewhere(server.url("/new")))
        #expect(failure?.description == "the server redirects to “\(server.url("/new"))”, where lede sends no changes")
        #expect(server.hits("/new") == 0)
    }

    @Test(arguments: [307, 308])
    func `a change isn't sent to another origin`(status: Int) async throws {
        let other = try LoopbackServer { _ in Answer(200) }
        let server = try LoopbackServer { _ in Answer(status, headers: ["Location": other.url("/")]) }
        let failure = await client.outcome(of: Request(server.url("/"), method: .post, body: body)).failure
        #expect(failure == .ledElsewhere(other.url("/")))
        #expect(other.requests.isEmpty)
    }
}

@Suite struct `Repeated changes` {
    @Test(arguments: [Method.post, .put, .delete])
    func `a change without an answer isn't sent again`(method: Method) async throws {
        // The second request comes on the connection of the first, so curl may take it for stale.
        let server = try LoopbackServer { request in
            request.method == "GET" ? Answer(200) : .raw([])
        }
        let change = Request(server.url("/"), method: method)
        let failure = await Client().outcome(of: change, rightAfter: Request(server.url("/"))).failure
        #expect(failure == .unanswered(isPlain: true))
        #expect(server.requests.map(\.method) == ["GET", method.rawValue])
        #expect(server.requests.map(\.connection) == [1, 1])
    }
}

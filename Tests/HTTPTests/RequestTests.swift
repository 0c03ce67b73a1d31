import Foundation
import TestSupport
import Testing

@testable import HTTP

@Suite struct RequestTests {
    @Test func `validators are sent back unchanged`() {
        let validators = Validators(etag: "W/\"é\"", lastModified: "Thu, 05 Nov 2026 09:30:00 GMT")
        #expect(
            Request("http://a/", validators: validators).headerLines(isAtOrigin: true).dropFirst() == [
                "If-None-Match: W/\"é\"", "If-Modified-Since: Thu, 05 Nov 2026 09:30:00 GMT"
            ])
    }

    @Test(arguments: [nil, "", " \t"])
    func `an empty validator isn't sent`(validator: String?) {
        #expect(Validators(etag: validator, lastModified: validator).headers == [])
    }

    @Test(arguments: ["\"a\rX-Evil: 1", "a\u{1B}[2J", "a\0b", "a\u{7F}", String(repeating: "a", count: 60_000)])
    func `a validator that could be more than one header isn't sent`(validator: String) {
        let validators = Validators(etag: validator, lastModified: validator)
        #expect(Request("http://a/", validators: validators).headerLines(isAtOrigin: true).count == 1)
    }
}

@Suite struct ConditionalRequestTests {
    private let client = Client()

    @Test func `stored validators are sent back unchanged`() async throws {
        let server = try LoopbackServer { _ in Answer(304) }
        let validators = Validators(etag: "W/\"v1\"", lastModified: "Thu, 05 Nov 2026 08:30:00 GMT")
        _ = try await client.get(server.url("/"), validators: validators)
        #expect(server.requests.map { $0.headers["if-none-match"] } == ["W/\"v1\""])
        #expect(server.requests.map { $0.headers["if-modified-since"] } == ["Thu, 05 Nov 2026 08:30:00 GMT"])
    }

    @Test func `a request without validators isn't conditional`() async throws {
        let server = try LoopbackServer { _ in Answer(200) }
        _ = try await client.get(server.url("/"))
        #expect(server.requests.map { $0.headers["if-none-match"] } == [nil])
        #expect(server.requests.map { $0.headers["if-modified-since"] } == [nil])
    }

    @Test func `an answer contains its validators`() async throws {
        let server = try LoopbackServer { _ in Answer(200, headers: ["ETag": "\"v1\"", "Last-Modified": "today"]) }
        let response = try await client.get(server.url("/"))
        #expect(response.validators == Validators(etag: "\"v1\"", lastModified: "today"))
        #expect(!response.isNotModified)
    }

    @Test func `an unchanged document comes without a body and may have new validators`() async throws {
        let server = try LoopbackServer { _ in Answer(304, headers: ["ETag": "\"v2\""]) }
        let response = try await client.get(server.url("/"), validators: Validators(etag: "\"v1\""))
        #expect(response.isNotModified)
        #expect(response.body == [])
        #expect(response.validators == Validators(etag: "\"v2\""))
    }
}

@Suite struct OptionTests {
    private let client = Client()
    private let server: LoopbackServer

    init() throws {
        server = try LoopbackServer { request in
            switch request.path {
            case "/basic" where request.headers["authorization"] == nil:
                Answer(401, headers: ["WWW-Authenticate": "Basic realm=\"feeds\""])
            case "/digest" where request.headers["authorization"] == nil:
                Answer(401, headers: ["WWW-Authenticate": "Digest realm=\"feeds\", nonce=\"1\", qop=\"auth\""])
            default: Answer(200)
            }
        }
    }

    @Test func `a feed's own user agent overrides the client's`() async throws {
        #expect(try await headers(RequestOptions(userAgent: "Mozilla/5.0")).map { $0["user-agent"] } == ["Mozilla/5.0"])
    }

    @Test func `a feed's own headers are sent, and override lede's`() async throws {
        let own = [Header("X-Key", "k"), Header("Accept-Language", "de"), Header("Accept", "text/xml")]
        let sent = try #require(try await headers(RequestOptions(headers: own)).first)
        #expect(sent["x-key"] == "k")
        #expect(sent["accept-language"] == "de")
        #expect(sent["accept"] == "text/xml")
    }

    @Test(arguments: [
        Header("X-Key", "k\r\nX-Evil: 1"), Header("X-Key\r\nX-Evil", "1"), Header("X-Key: k", "1"), Header("", "1"),
        Header("X-Key", "k\nX-Evil: 1"), Header("X-Key", "k\0"), Header("X Key", "1")
    ])
    func `a header that could be several isn't sent`(header: Header) async throws {
        let sent = try #require(try await headers(RequestOptions(headers: [header])).first)
        #expect(!sent.keys.contains { $0.hasPrefix("x") })
    }

    @Test func `a bearer token is sent unchanged`() async throws {
        let sent = try await headers(RequestOptions(authentication: .bearer("a.b-c")))
        #expect(sent.map { $0["authorization"] } == ["Bearer a.b-c"])
    }

    @Test func `a name and a password are sent at once for a known method`() async throws {
        let sent = try await headers(RequestOptions(authentication: .basic(aladdin)))
        #expect(sent.map { $0["authorization"] } == ["Basic QWxhZGRpbjpvcGVuOnNlc2FtZQ=="])
    }

    @Test(arguments: [("/basic", "Basic QWxhZGRpbjpvcGVuOnNlc2FtZQ=="), ("/digest", "Digest username=\"Aladdin\"")])
    func `the server otherwise chooses the method`(path: String, start: String) async throws {
        let sent = try await headers(RequestOptions(authentication: .any(aladdin)), path: path)
        #expect(sent.first?["authorization"] == nil)
        #expect(sent.last?["authorization"]?.hasPrefix(start) == true)
    }

    @Test func `digest authentication sends the name, but never the password`() async throws {
        let sent = try await headers(RequestOptions(authentication: .digest(aladdin)), path: "/digest")
        #expect(sent.count == 2 && sent.first?["authorization"] == nil)
        let digest = try #require(sent.last?["authorization"])
        #expect(digest.hasPrefix("Digest username=\"Aladdin\"") && digest.contains("nonce=\"1\""))
        #expect(digest.contains("response=") && !digest.contains("sesame"))
    }

    @Test func `a name and a password in the URL are sent and removed from it`() async throws {
        let address = server.url("/basic").replacing("//", with: "//Aladdin:open%3Asesame@")
        let response = try await client.get(address)
        #expect(response.url == server.url("/basic"))
        #expect(server.requests.last?.headers["authorization"] == "Basic QWxhZGRpbjpvcGVuOnNlc2FtZQ==")
    }

    @Test func `a netrc file provides the name and password of its hosts`() async throws {
        let home = try Home()
        let file = "\(home.path)/netrc"
        try "machine 127.0.0.1 login Aladdin password open:sesame".write(
            toFile: file, atomically: true, encoding: .utf8)
        let sent = try await headers(RequestOptions(netrcFile: file), path: "/basic")
        #expect(sent.last?["authorization"] == "Basic QWxhZGRpbjpvcGVuOnNlc2FtZQ==")
    }

    @Test func `a cookie file provides the cookies of its hosts`() async throws {
        let home = try Home()
        let file = "\(home.path)/cookies"
        let cookies = "127.0.0.1\tFALSE\t/\tFALSE\t0\tseen\tyes\nexample.org\tFALSE\t/\tFALSE\t0\tother\tyes\n"
        try cookies.write(toFile: file, atomically: true, encoding: .utf8)
        #expect(try await headers(RequestOptions(cookieFile: file)).map { $0["cookie"] } == ["seen=yes"])
        #expect(try String(contentsOfFile: file, encoding: .utf8) == cookies)
    }

    @Test func `a redirect to another site takes no cookies there, not even that site's own`() async throws {
        let home = try Home()
        let file = "\(home.path)/cookies"
        let hosts = ["127.0.0.1", "localhost", "a.localhost"].map { "\($0)\tFALSE\t/\tFALSE\t0\tseen\tyes\n" }
        try hosts.joined().write(toFile: file, atomically: true, encoding: .utf8)
        let server = try LoopbackServer { request in
            guard request.path == "/" else { return Answer(200) }
            return Answer(
                302,
                headers: [
                    "Location": "http://localhost:\(request.headers["host"]?.split(separator: ":").last ?? "")/target"
                ])
        }
        _ = await client.outcome(of: Request(server.url("/"), options: RequestOptions(cookieFile: file)))
        #expect(server.requests.map { $0.headers["cookie"] } == ["seen=yes", nil])
    }

    @Test func `a cookie set by a redirect is sent to its target`() async throws {
        let server = try LoopbackServer { request in
            let hasCookie = request.headers["cookie"] != nil
            return hasCookie ? Answer(200) : Answer(302, headers: ["Location": "/", "Set-Cookie": "seen=yes"])
        }
        #expect(try await client.get(server.url("/")).status == 200)
        _ = try await client.get(server.url("/again"))
        #expect(server.requests.map { $0.headers["cookie"] } == [nil, "seen=yes", nil, "seen=yes"])
    }

    @Test func `a request's limits override the client's`() async throws {
        var limits = Limits()
        limits.size = 2
        let server = try LoopbackServer { _ in Answer(200, body: "<rss/>") }
        let outcome = await client.outcome(of: Request(server.url("/"), options: RequestOptions(limits: limits)))
        #expect(outcome.failure == .tooLarge(limit: 2))
    }

    private func headers(_ options: RequestOptions, path: String = "/") async throws -> [[String: String]] {
        _ = try await client.outcome(of: Request(server.url(path), options: options)).get()
        return server.requests.map(\.headers)
    }
}

private let aladdin = Credentials(name: "Aladdin", password: "open:sesame")

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

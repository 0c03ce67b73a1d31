import Foundation
import HTTP
import TestSupport
import Testing

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

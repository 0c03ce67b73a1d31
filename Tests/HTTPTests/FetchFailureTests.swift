import HTTP
import TestSupport
import Testing

@Suite struct RefusalTests {
    @Test(arguments: [400, 401, 403, 404, 410, 429, 500, 503])
    func `a server's refusal is reported with its status`(status: Int) async throws {
        let server = try LoopbackServer { _ in Answer(status, body: "<html>sorry</html>") }
        #expect(await Client().failure(server.url("/"))?.status == status)
    }

    @Test(arguments: [
        (404, "the server answered 404 (not found)"),
        (410, "the server answered 410 (gone for good)"),
        (503, "the server answered 503 (server error)"),
        (418, "the server answered 418")
    ])
    func `a common status is explained in words`(status: Int, words: String) {
        #expect(FetchFailure.refused(status: status, by: "https://example.org/").description == words)
    }

    @Test func `a refusal includes its headers`() async throws {
        let server = try LoopbackServer { _ in Answer(503, headers: ["Retry-After": "120"]) }
        guard case .refused(503, _, let headers) = await Client().failure(server.url("/")) else {
            Issue.record("it was no refusal")
            return
        }
        #expect(headers["retry-after"] == "120")
    }

    @Test func `a refusal names the server that redirects led to`() async throws {
        let end = try LoopbackServer { _ in Answer(429) }
        let start = try LoopbackServer { _ in Answer(302, headers: ["Location": end.url("/end")]) }
        guard case .refused(429, by: end.url("/end"), _) = await Client().failure(start.url("/")) else {
            Issue.record("another server refused")
            return
        }
    }

    @Test(
        arguments: [
            (.timedOut(after: .milliseconds(150), .answer), "timed out after 150 ms: no answer from the server"),
            (.timedOut(after: .seconds(15), .connection), "timed out after 15 s: no connection to the server"),
            (.untrusted(.expired), "lede doesn't trust the server: its certificate has expired"),
            (.tooLarge(limit: 32 << 20), "the document is larger than 32 MB"),
            (.noDocument(status: 206), "the server answered 206 with only part of the document"),
            (.proxyRefused(status: 407), "the proxy refused the request: it answered 407 (login required)"),
            (.proxyRefused(status: nil), "the proxy refused the request")
        ] as [(FetchFailure, String)])
    func `a failure says what happened`(failure: FetchFailure, words: String) {
        #expect(failure.description == words)
    }
}

@Suite struct MisbehaviourTests {
    private static let ok = "HTTP/1.1 200 OK\r\n"
    private static let stalled = Duration.milliseconds(150)
    private static let over = Duration.milliseconds(400)

    @Test(arguments: Misbehaviour.all)
    func `a misbehaving server is given up in time, with the right failure`(misbehaviour: Misbehaviour)
        async throws
    {
        let server = try LoopbackServer { _ in misbehaviour.answer }
        let expected = Self.failure(misbehaviour.end)
        guard case .timedOut(let limit, _) = expected else {
            return #expect(await Client(size: 100_000).failure(server.url("/")) == expected)
        }
        let client = Client(overall: Self.over, stall: Self.stalled, size: 100_000)
        let (failure, time) = await client.patience(with: server.url("/"))
        #expect(failure == expected)
        #expect(time >= limit && time < .seconds(10))
    }

    @Test func `a server that doesn't complete a secure connection is given up in time`() async throws {
        let server = try LoopbackServer { _ in .stall }
        let address = server.url("/").replacing("http:", with: "https:")
        let (failure, time) = await Client(connect: .milliseconds(150)).patience(with: address)
        #expect(failure == .timedOut(after: .milliseconds(150), .connection))
        #expect(time >= .milliseconds(150) && time < .seconds(10))
    }

    @Test(arguments: [204, 205, 206, 304])
    func `a successful answer without the document fails`(status: Int) async throws {
        let server = try LoopbackServer { _ in .raw(bytes("HTTP/1.1 \(status) \r\nContent-Length: 0\r\n\r\n")) }
        #expect(await Client().failure(server.url("/")) == .noDocument(status: status))
    }

    @Test func `a part of a document that nobody requested fails`() async throws {
        let server = try LoopbackServer { _ in
            Answer(206, headers: ["Content-Range": "bytes 0-4/99"], body: "<rss>")
        }
        #expect(await Client().failure(server.url("/")) == .noDocument(status: 206))
        #expect(server.requests.map { $0.headers["range"] } == [nil])
    }

    @Test func `an interim answer is followed by the document`() async throws {
        let answer = "HTTP/1.1 103 Early Hints\r\nETag: \"early\"\r\n\r\n" + Self.ok + "Content-Length: 5\r\n\r\n<rss>"
        let server = try LoopbackServer { _ in .raw(bytes(answer)) }
        let response = try await Client().get(server.url("/"))
        #expect(response.body == bytes("<rss>"))
        #expect(response.validators == Validators())
    }

    @Test func `a document that only the connection's end completes may be incomplete`() async throws {
        let server = try LoopbackServer { request in
            request.path == "/open" ? .raw(bytes(Self.ok + "\r\n<rss>")) : Answer(200, body: "<rss>")
        }
        #expect(try await Client().get(server.url("/open")).mayBeCut)
        #expect(try await !Client().get(server.url("/counted")).mayBeCut)
    }

    @Test func `lines after the document aren't its headers`() async throws {
        let answer = Self.ok + Self.chunked + "5\r\n<rss>\r\n0\r\nETag: \"late\"\r\n\r\n"
        let server = try LoopbackServer { _ in .raw(bytes(answer)) }
        #expect(try await Client().get(server.url("/")).validators == Validators())
    }

    @Test func `a refusal with a very long body is cut short`() async throws {
        let server = try LoopbackServer { _ in .endless(bytes(repeated("sorry")), after: bytes("HTTP/1.1 404 \r\n\r\n"))
        }
        #expect(await Client().failure(server.url("/"))?.status == 404)
    }

    private static let chunked = "Transfer-Encoding: chunked\r\n\r\n"

    private static func failure(_ end: Misbehaviour.End) -> FetchFailure {
        switch end {
        case .noAnswer: .timedOut(after: stalled, .answer)
        case .noRest: .timedOut(after: stalled, .document)
        case .noEnd: .timedOut(after: over, .end)
        case .cutOff: .cutOff
        case .unanswered: .unanswered(isPlain: true)
        case .tooLarge: .tooLarge(limit: 100_000)
        case .headersTooLarge: .headersTooLarge
        case .notHTTP: .notHTTP
        case .badCompression: .badCompression
        }
    }
}

private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

private func repeated(_ text: String) -> String { String(repeating: text, count: 1000) }

@Suite struct PatienceTests {
    @Test func `a server that sends nothing is given up after the overall limit`() async throws {
        let server = try LoopbackServer { _ in .stall }
        let client = Client(overall: .milliseconds(200))
        let (failure, time) = await client.patience(with: server.url("/"))
        #expect(failure == .timedOut(after: .milliseconds(200), .end))
        #expect(time >= .milliseconds(200) && time < .seconds(10))
    }

    @Test func `a server that sends for ever is given up after the overall limit`() async throws {
        let server = try LoopbackServer { _ in .drip([UInt8](repeating: 1, count: 10_000), every: 10) }
        #expect(
            await Client(overall: .milliseconds(200)).failure(server.url("/"))
                == .timedOut(after: .milliseconds(200), .end))
    }

    @Test func `a server that stalls is given up long before the overall limit`() async throws {
        let server = try LoopbackServer { _ in .stall }
        let (failure, time) = await Client(stall: .milliseconds(200)).patience(with: server.url("/"))
        #expect(failure == .timedOut(after: .milliseconds(200), .answer))
        #expect(time < .seconds(10))
    }

    @Test func `a slow server delays no other transfer`() async throws {
        let server = try LoopbackServer { $0.path == "/slow" ? .stall : Answer(200) }
        let client = Client()
        client.fetch(Request(server.url("/slow"))) { _ in }
        try server.waitForHits(on: "/slow")
        #expect(try await client.get(server.url("/quick")).status == 200)
    }
}

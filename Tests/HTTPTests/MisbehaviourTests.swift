import HTTP
import TestSupport
import Testing

@Suite struct MisbehaviourTests {
    private static let ok = "HTTP/1.1 200 OK\r\n"
    private static let hundred = ok + "Content-Length: 100\r\n\r\n"
    private static let stalled = Duration.milliseconds(150)
    private static let over = Duration.milliseconds(400)

    @Test(arguments: [
        ("says nothing", Answer.stall, FetchFailure.timedOut(after: stalled, .answer)),
        ("stops in its first line", .silence(after: bytes("HTTP/1.1 2")), .timedOut(after: stalled, .answer)),
        ("stops in its headers", .silence(after: bytes(ok + "Content-")), .timedOut(after: stalled, .answer)),
        ("stops before the document", .silence(after: bytes(hundred)), .timedOut(after: stalled, .document)),
        ("stops in the document", .silence(after: bytes(hundred + "<rss>")), .timedOut(after: stalled, .document)),
        ("drips its headers", .trickle(bytes(hundred), every: 20), .timedOut(after: stalled, .answer)),
        ("drips the document", .drip([UInt8](repeating: 1, count: 10_000), every: 20), .timedOut(after: over, .end)),
        ("sends less than it said", .raw(bytes(hundred + "<rss>")), .cutOff),
        ("ends in its headers", .raw(bytes(ok + "Content-Length: 100\r\n")), .cutOff),
        ("ends between two chunks", .raw(bytes(ok + "Transfer-Encoding: chunked\r\n\r\n5\r\n<rss>\r\n")), .cutOff),
        ("ends within a chunk", .raw(bytes(ok + "Transfer-Encoding: chunked\r\n\r\n50\r\n<rss>")), .cutOff),
        ("counts its chunks in words", .raw(bytes(ok + "Transfer-Encoding: chunked\r\n\r\nmany\r\n<rss>")), .cutOff),
        ("tears the connection down", .reset(after: []), .cutOff),
        ("tears the connection down in the document", .reset(after: bytes(hundred + "<rss>")), .cutOff),
        ("sends without end", .endless([UInt8](repeating: 1, count: 999), after: bytes(ok + "\r\n")), tooLarge),
        ("sends chunks without end", .endless(bytes(repeated("5\r\n<rss>\r\n")), after: bytes(ok + chunked)), tooLarge),
        (
            "sends headers without end", .endless(bytes(repeated("X-Header: value\r\n")), after: bytes(ok)),
            .headersTooLarge
        ),
        (
            "sends a header without end", .endless(bytes(repeated("value")), after: bytes(ok + "X-Header: ")),
            .headersTooLarge
        ),
        (
            "puts off without end", .endless(bytes(repeated("HTTP/1.1 100 Continue\r\n\r\n")), after: []),
            .headersTooLarge
        ),
        ("sends noise", .raw((0...255).map { UInt8($0) }), .notHTTP),
        ("sends noise without end", .endless([0xFF, 0x00, 0x80], after: []), .notHTTP),
        ("sends a document without headers", .raw(bytes("<rss></rss>")), .notHTTP),
        ("counts backwards", .raw(bytes(ok + "Content-Length: -100\r\n\r\n<rss>")), .notHTTP),
        ("claims a compression", .raw(bytes(ok + "Content-Encoding: gzip\r\n\r\n<rss>")), .badCompression),
        ("claims many", .raw(bytes(ok + "Content-Encoding: gzip, br, gzip, br\r\n\r\n<rss>")), .badCompression),
        ("makes up a compression", .raw(bytes(ok + "Content-Encoding: rot13\r\n\r\n<rss>")), .badCompression)
    ])
    func `a server that misbehaves is given up in time, and told by what it does`(
        deed: String, answer: Answer, expected: FetchFailure
    ) async throws {
        let server = try LoopbackServer { _ in answer }
        guard case .timedOut(let limit, _) = expected else {
            return #expect(await Client(size: 100_000).failure(server.url("/")) == expected, "a server that \(deed)")
        }
        let client = Client(overall: Self.over, stall: Self.stalled, size: 100_000)
        let (failure, time) = await client.patience(with: server.url("/"))
        #expect(failure == expected, "a server that \(deed)")
        #expect(time >= limit && time < .seconds(10))
    }

    @Test func `a server that makes no secure connection is given up when the time for that is over`() async throws {
        let server = try LoopbackServer { _ in .stall }
        let address = server.url("/").replacing("http:", with: "https:")
        let (failure, time) = await Client(connect: .milliseconds(150)).patience(with: address)
        #expect(failure == .timedOut(after: .milliseconds(150), .connection))
        #expect(time >= .milliseconds(150) && time < .seconds(10))
    }

    @Test(arguments: [204, 205, 206, 304])
    func `an answer without the document is none, however well it went`(status: Int) async throws {
        let server = try LoopbackServer { _ in .raw(bytes("HTTP/1.1 \(status) \r\nContent-Length: 0\r\n\r\n")) }
        #expect(await Client().failure(server.url("/")) == .noDocument(status: status))
    }

    @Test func `an answer that is only for the time being is followed by the document`() async throws {
        let answer = "HTTP/1.1 103 Early Hints\r\nETag: \"early\"\r\n\r\n" + Self.ok + "Content-Length: 5\r\n\r\n<rss>"
        let server = try LoopbackServer { _ in .raw(bytes(answer)) }
        let response = try await Client().get(server.url("/"))
        #expect(response.body == bytes("<rss>"))
        #expect(response.validators == Validators())
    }

    @Test func `a document that only the connection's end tells the end of may be a part`() async throws {
        let server = try LoopbackServer { request in
            request.path == "/open" ? .raw(bytes(Self.ok + "\r\n<rss>")) : Answer(200, body: "<rss>")
        }
        #expect(try await Client().get(server.url("/open")).mayBeCut)
        #expect(try await !Client().get(server.url("/counted")).mayBeCut)
    }

    @Test func `what is said after the document is no header of it`() async throws {
        let answer = Self.ok + Self.chunked + "5\r\n<rss>\r\n0\r\nETag: \"late\"\r\n\r\n"
        let server = try LoopbackServer { _ in .raw(bytes(answer)) }
        #expect(try await Client().get(server.url("/")).validators == Validators())
    }

    @Test func `a server that refuses at great length is not listened to for long`() async throws {
        let server = try LoopbackServer { _ in .endless(bytes(repeated("sorry")), after: bytes("HTTP/1.1 404 \r\n\r\n"))
        }
        #expect(await Client().failure(server.url("/"))?.status == 404)
    }

    private static let chunked = "Transfer-Encoding: chunked\r\n\r\n"
    private static let tooLarge = FetchFailure.tooLarge(limit: 100_000)
}

private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

private func repeated(_ text: String) -> String { String(repeating: text, count: 1000) }

import HTTP
import TestSupport
import Testing

@Suite struct ConnectionTests {
    private let client = Client()

    @Test func `a missing host isn't found`() async {
        #expect(await client.failure("http://nowhere.invalid/feed") == .hostNotFound)
    }

    @Test func `a port without a listener refuses the connection`() async throws {
        let server = try LoopbackServer { _ in Answer(200) }
        server.stop()
        #expect(await client.failure(server.url("/")) == .connectionRefused)
    }

    @Test func `a host with a name in another script is found`() async throws {
        let server = try LoopbackServer { _ in Answer(200) }
        #expect(try await client.get("http://bücher.localhost:\(server.port)/").status == 200)
        #expect(server.requests.map { $0.headers["host"] } == ["xn--bcher-kva.localhost:\(server.port)"])
    }

    @Test func `a server is reached at an IPv6 address`() async throws {
        let server = try LoopbackServer(on: .v6) { _ in Answer(200) }
        #expect(try await client.get(server.url("/feed")).status == 200)
        #expect(server.requests.map { $0.headers["host"] } == ["[::1]:\(server.port)"])
    }

    @Test(.timeLimit(.minutes(5)))
    func `a connection is reused, and closed after a while without requests`() async throws {
        let server = try LoopbackServer { _ in Answer(200) }
        let client = Client(userAgent: "lede-tests/1", keepAlive: .milliseconds(100))
        let request = Request(server.url("/"))
        #expect(await client.outcomes(of: request, times: 2).allSatisfy { $0.failure == nil })
        await server.closed.wait { $0 == [1] }
        _ = try await client.get(server.url("/"))
        #expect(server.requests.map(\.connection) == [1, 1, 2])
    }

    @Test(.timeLimit(.minutes(20)))
    func `requests are answered even if they come just as the engine ends`()
        async throws
    {
        let server = try LoopbackServer { _ in Answer(200) }
        let client = Client(userAgent: "lede-tests/1", keepAlive: .zero)
        try await withThrowingTaskGroup { group in
            for _ in 1...2 {
                group.addTask {
                    for _ in 1...1000 { _ = try await client.get(server.url("/")) }
                }
            }
            try await group.waitForAll()
        }
        #expect(server.requests.count == 2000)
    }

    @Test(arguments: ["http://", "http://a b/", "http://[1/", "http://127.0.0.1:99999/"])
    func `an invalid URL is reported as it is`(url: String) async {
        #expect(await client.failure(url) == .badAddress(url))
    }

    @Test(arguments: [0, 1, 50])
    func `a document that breaks off is cut off`(count: Int) async throws {
        let server = try LoopbackServer { _ in .cut(after: count, of: [UInt8](repeating: 1, count: 100)) }
        #expect(await client.failure(server.url("/")) == .cutOff)
    }

    @Test func `chunks that break off are cut off`() async throws {
        let answer = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n<rss>\r\n"
        let server = try LoopbackServer { _ in .raw(Array(answer.utf8)) }
        #expect(await client.failure(server.url("/")) == .cutOff)
    }

    @Test func `a server that closes the connection without an answer is reported as such`() async throws {
        let server = try LoopbackServer { _ in .raw([]) }
        #expect(await client.failure(server.url("/")) == .unanswered(isPlain: true))
    }

    @Test(arguments: ["220 mail.example.org ESMTP\r\n", "HTTP/9.9 200 OK\r\n\r\n"])
    func `a server with another protocol is told apart from a forbidden URL`(answer: String) async throws {
        let server = try LoopbackServer { _ in .raw(Array(answer.utf8)) }
        #expect(await client.failure(server.url("/")) == .notHTTP)
    }

    @Test func `a URL that isn't on the web isn't fetched`() async {
        #expect(await client.failure("ftp://127.0.0.1/feed") == .forbiddenScheme)
    }
}

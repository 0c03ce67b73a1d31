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

@Suite struct ManyTransfersTests {
    @Test(.timeLimit(.minutes(5)))
    func `three hundred transfers at once all succeed`() async throws {
        let gate = Gate()
        let server = try LoopbackServer { _ in .held(until: gate, Answer(200)) }
        let client = Client()
        let outcomes = Record<Outcome>()
        for _ in 1...300 { client.fetch(Request(server.url("/"))) { outcomes.add($0) } }
        try server.waitForHits(300, on: "/")
        gate.open()
        await outcomes.wait { $0.count == 300 }
        #expect(outcomes.entries.allSatisfy { (try? $0.get().status) == 200 })
    }

    @Test(.timeLimit(.minutes(5)))
    func `transfers beyond the limit wait their turn`() async throws {
        let gate = Gate()
        let server = try LoopbackServer { _ in .held(until: gate, Answer(200)) }
        let client = Client(transfers: 2)
        let outcomes = Record<Outcome>()
        let transfers = (1...5).map { client.fetch(Request(server.url("/\($0)"))) { outcomes.add($0) } }
        try server.waitForHits(on: "/2")
        client.cancel(transfers[2])
        await outcomes.wait { $0.count >= 1 }
        #expect(outcomes.entries == [.failure(.cancelled)])
        #expect(server.hits("/3") + server.hits("/4") == 0)
        gate.open()
        await outcomes.wait { $0.count == 5 }
        #expect(server.hits("/3") == 0)
        #expect(outcomes.entries.dropFirst().allSatisfy { (try? $0.get().status) == 200 })
    }

    @Test func `connections are reused`() async throws {
        let server = try LoopbackServer { _ in Answer(200) }
        let client = Client()
        _ = await client.outcomes(of: Request(server.url("/")), times: 3)
        #expect(server.requests.map(\.connection) == [1, 1, 1])
    }

    @Test func `the end of one transfer may start the next`() async throws {
        let server = try LoopbackServer { Answer(200, body: $0.path) }
        let client = Client()
        let last = await withCheckedContinuation { continuation in
            client.fetch(Request(server.url("/first"))) { _ in
                client.fetch(Request(server.url("/second"))) { continuation.resume(returning: $0) }
            }
        }
        #expect(try last.get().body == Array("/second".utf8))
    }
}

@Suite struct CancellingTests {
    private let client = Client()
    private let outcomes = Record<Outcome>()
    private let server: LoopbackServer

    init() throws {
        server = try LoopbackServer { $0.path == "/stall" ? .stall : Answer(200) }
    }

    @Test func `a cancelled transfer is reported once`() async throws {
        let transfer = client.fetch(Request(server.url("/stall"))) { [outcomes] in outcomes.add($0) }
        try server.waitForHits(on: "/stall")
        client.cancel(transfer)
        client.cancel(transfer)
        client.cancelAll()
        try await allOrdersAreCarriedOut()
        #expect(outcomes.entries == [.failure(.cancelled)])
    }

    @Test func `a transfer cancelled before it began is reported once`() async throws {
        let transfer = client.fetch(Request(server.url("/stall"))) { [outcomes] in outcomes.add($0) }
        client.cancel(transfer)
        try await allOrdersAreCarriedOut()
        #expect(outcomes.entries == [.failure(.cancelled)])
    }

    @Test func `cancelling one transfer leaves the others alone`() async throws {
        let gate = Gate()
        let server = try LoopbackServer { _ in .held(until: gate, Answer(200)) }
        let transfer = client.fetch(Request(server.url("/one"))) { [outcomes] in outcomes.add($0) }
        async let other = client.get(server.url("/other"))
        try server.waitForHits(on: "/one")
        client.cancel(transfer)
        gate.open()
        #expect(try await other.status == 200)
        #expect(outcomes.entries == [.failure(.cancelled)])
    }

    @Test func `cancelling all transfers leaves none`() async throws {
        for _ in 1...20 {
            client.fetch(Request(server.url("/stall"))) { [outcomes] in outcomes.add($0) }
        }
        try server.waitForHits(20, on: "/stall")
        client.cancelAll()
        try await allOrdersAreCarriedOut()
        #expect(outcomes.entries == Array(repeating: .failure(.cancelled), count: 20))
    }

    @Test(.timeLimit(.minutes(5)))
    func `cancelling a finished transfer does nothing`() async throws {
        let transfer = client.fetch(Request(server.url("/"))) { [outcomes] in outcomes.add($0) }
        await outcomes.wait { !$0.isEmpty }
        client.cancel(transfer)
        try await allOrdersAreCarriedOut()
        #expect(try outcomes.entries.map { try $0.get().status } == [200])
    }

    @Test(.timeLimit(.minutes(5)))
    func `a client that is deallocated cancels its transfers`() async {
        Client().fetch(Request(server.url("/stall"))) { [outcomes] in outcomes.add($0) }
        await outcomes.wait { !$0.isEmpty }
        #expect(outcomes.entries == [.failure(.cancelled)])
    }

    /// Waits for the last requested transfer, since orders are carried out in turn.
    private func allOrdersAreCarriedOut() async throws {
        _ = try await client.get(server.url("/last"))
    }
}

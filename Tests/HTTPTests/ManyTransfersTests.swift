import HTTP
import TestSupport
import Testing

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

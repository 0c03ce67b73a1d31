import HTTP
import TestSupport
import Testing

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

import Library
import Refresh
import Signals
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct SlotTests {
    private let gate = Gate()

    @Test func `no more transfers are in flight than there are slots`() async throws {
        let server = try LoopbackServer { [gate] _ in .held(until: gate, .feed("a")) }
        // What follows a # is not sent: so many feeds at one address.
        let newsstand = try Newsstand((1...20).map { server.url("/#\($0)") }, change: { $0.transfers = 2 })
        let (_, told) = try newsstand.begin()
        try server.waitForHits(2, on: "/")
        #expect(throws: HitsMissing.self) { try server.waitForHits(3, on: "/", within: 0.2) }
        gate.open()
        await told.wait { $0.last == .completed }
        #expect(server.hits("/") == 20)
        #expect(try newsstand.feeds.map(\.total) == Array(repeating: 1, count: 20))
    }

    @Test func `a slot is free again after a failure`() async throws {
        let server = try LoopbackServer { _ in Answer(404) }
        let newsstand = try Newsstand((1...20).map { server.url("/\($0)") }, change: { $0.transfers = 1 })
        #expect(try await newsstand.outcomes().allSatisfy { $0 != nil })
    }
}

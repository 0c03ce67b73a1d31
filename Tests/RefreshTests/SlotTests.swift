import Glibc
import Library
import Locks
import Refresh
import Signals
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct SlotTests {
    @Test func `no more transfers are in flight than there are slots`() async throws {
        let inFlight = Locked((now: 0, atMost: 0))
        let server = try LoopbackServer { _ in
            inFlight.withLock { $0 = ($0.now + 1, max($0.atMost, $0.now + 1)) }
            // Long enough for all others to come that would come at once.
            usleep(20_000)
            inFlight.withLock { $0.now -= 1 }
            return .feed("a")
        }
        // What follows a # is not sent: so many feeds at one address.
        let newsstand = try Newsstand((1...20).map { server.url("/#\($0)") }, change: { $0.transfers = 2 })
        _ = try await newsstand.refresh()
        #expect(server.hits("/") == 20)
        #expect(inFlight.withLock { $0.atMost } == 2)
        #expect(try newsstand.feeds.map(\.total) == Array(repeating: 1, count: 20))
    }

    @Test func `a slot is free again after a failure`() async throws {
        let server = try LoopbackServer { _ in Answer(404) }
        let newsstand = try Newsstand((1...20).map { server.url("/\($0)") }, change: { $0.transfers = 1 })
        #expect(try await newsstand.outcomes().allSatisfy { $0 != nil })
    }
}

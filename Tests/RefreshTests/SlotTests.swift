import Dispatch
import Library
import Refresh
import Signals
import System
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct SlotTests {
    @Test func `no more transfers run than allowed`() async throws {
        let inFlight = Locked((now: 0, ever: 0, atMost: 0))
        let partner = DispatchSemaphore(value: 0)
        let server = try LoopbackServer { _ in
            let number = inFlight.withLock { state in
                state = (state.now + 1, state.ever + 1, max(state.atMost, state.now + 1))
                return state.ever
            }
            // Every second request also lets the one before it finish. Then both slots are taken, and other requests
            // wait.
            if number.isMultiple(of: 2) {
                partner.signal()
            } else {
                _ = partner.wait(timeout: .now() + Deadline.patience)
            }
            inFlight.withLock { $0.now -= 1 }
            return .feed("a")
        }
        // The part after # isn't sent, so these feeds share one URL.
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

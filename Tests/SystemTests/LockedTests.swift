import Dispatch
import System
import Testing

@Suite struct LockedTests {
    private struct Refusal: Error {}

    @Test func `no change is lost when many threads change the state`() {
        let counter = Locked(0)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<1000 { counter.withLock { $0 += 1 } }
        }
        #expect(counter.withLock { $0 } == 8 * 1000)
    }

    @Test func `two values changed together are never seen halfway`() {
        let pair = Locked((0, 0))
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for _ in 0..<1000 {
                pair.withLock {
                    $0.0 += 1; $0.1 += 1
                }
                let isWhole = pair.withLock { $0.0 == $0.1 }
                if !isWhole { Issue.record("the state was seen in the middle of a change") }
            }
        }
    }

    @Test func `a body that throws releases the lock and keeps its changes`() {
        let state = Locked(1)
        #expect(throws: Refusal.self) {
            try state.withLock { state throws(Refusal) in
                state = 2
                throw Refusal()
            }
        }
        #expect(state.withLock { $0 } == 2)
    }

    @Test func `the state is released with its lock`() {
        final class Token: Sendable {}
        var locked: Locked<Token>? = Locked(Token())
        weak let token = locked?.withLock { $0 }
        #expect(token != nil)
        locked = nil
        #expect(token == nil)
    }
}

struct MainQueueTests {
    @Test func `work on the main queue runs in order`() async {
        let order = await withCheckedContinuation { continuation in
            MainQueue.async {
                var order: [Int] = [1]
                // Work is queued behind the running work, even from within it.
                MainQueue.async {
                    order.append(3)
                    continuation.resume(returning: order)
                }
                order.append(2)
            }
        }
        #expect(order == [1, 2, 3])
    }
}

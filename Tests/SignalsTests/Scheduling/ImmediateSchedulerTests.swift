import Dispatch
import Locks
import Signals
import Testing

@Suite struct ImmediateSchedulerTests {
    private let done = Counter()

    @Test func `work is done where it is asked for, before that goes on`() {
        let scheduler = ImmediateScheduler()
        scheduler.run { [done] in scheduler.run { done.increment() } }
        #expect(done.count == 1)
    }

    @Test func `work that is to wait waits elsewhere`() {
        let isDone = DispatchSemaphore(value: 0)
        let pending = ImmediateScheduler().run(after: .milliseconds(1)) { isDone.signal() }
        #expect(isDone.wait(timeout: .now() + 20) == .success)
        pending.dispose()
    }

    @Test func `work that is called off is let go of, long before its time`() {
        let live = Locked(0)
        func waitForever() -> any Disposable {
            let tracked = Tracked(live)
            return ImmediateScheduler().run(after: .seconds(3600)) { withExtendedLifetime(tracked) {} }
        }
        let pending = waitForever()
        #expect(live.withLock { $0 } == 1)
        pending.dispose()
        #expect(live.withLock { $0 } == 0)
    }
}

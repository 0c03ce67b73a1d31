import Dispatch
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

    @Test func `work that waits can be called off`() {
        let scheduler = ImmediateScheduler()
        scheduler.run(after: .milliseconds(1)) { [done] in done.increment() }.dispose()
        let isLater = DispatchSemaphore(value: 0)
        _ = scheduler.run(after: .milliseconds(2)) { isLater.signal() }
        #expect(isLater.wait(timeout: .now() + 20) == .success)
        #expect(done.count == 0)
    }
}

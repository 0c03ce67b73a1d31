import Dispatch
import Locks
import Signals
import Testing

@Suite struct QueueSchedulerTests {
    private let queue = DispatchQueue(label: "schedule")

    private var scheduler: QueueScheduler { .queue(queue) }

    @Test func `work is done on the queue, in the order in which it was asked for`() {
        let done = Locked<[Int]>([])
        for number in 1...100 {
            scheduler.run { [queue] in
                dispatchPrecondition(condition: .onQueue(queue))
                done.withLock { $0.append(number) }
            }
        }
        queue.sync {}
        #expect(done.withLock { $0 } == Array(1...100))
    }

    @Test func `work is not done before its time`() {
        let isDone = DispatchSemaphore(value: 0)
        let scheduler = scheduler
        let begin = scheduler.now
        let end = Locked(Duration.zero)
        _ = scheduler.run(after: .milliseconds(20) + .nanoseconds(1) / 2) {
            end.withLock { $0 = scheduler.now }
            isDone.signal()
        }
        #expect(isDone.wait(timeout: .now() + 20) == .success)
        #expect(end.withLock { $0 } - begin > .milliseconds(20))
    }

    @Test(arguments: [Duration.zero, .seconds(-1), .seconds(Int64.min)])
    func `what should have been done already is done next`(_ delay: Duration) {
        let isDone = DispatchSemaphore(value: 0)
        _ = scheduler.run(after: delay) { isDone.signal() }
        #expect(isDone.wait(timeout: .now() + 20) == .success)
    }

    @Test(arguments: [
        Duration.seconds(Int64.max), .seconds(9_223_372_036) + .nanoseconds(854_775_808), .seconds(9_223_372_036)
    ])
    func `what is far off is not done`(_ delay: Duration) {
        let done = Counter()
        let pending = scheduler.run(after: delay) { done.increment() }
        let isLater = DispatchSemaphore(value: 0)
        _ = scheduler.run(after: .milliseconds(1)) { isLater.signal() }
        #expect(isLater.wait(timeout: .now() + 20) == .success)
        #expect(done.count == 0)
        pending.dispose()
    }

    @Test func `work called off is not done, and lets go of what it held at once`() {
        let live = Locked(0)
        let done = Counter()
        func callOff() {
            let held = Tracked(live)
            scheduler.run(after: .milliseconds(1)) {
                _ = held.pass(1)
                done.increment()
            }.dispose()
        }
        queue.sync {
            callOff()
            #expect(live.withLock { $0 } == 0)
        }
        let isLater = DispatchSemaphore(value: 0)
        _ = scheduler.run(after: .milliseconds(2)) { isLater.signal() }
        #expect(isLater.wait(timeout: .now() + 20) == .success)
        #expect(done.count == 0)
    }
}

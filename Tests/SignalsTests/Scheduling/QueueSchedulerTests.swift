import Dispatch
import Signals
import System
import Testing

@Suite struct QueueSchedulerTests {
    private let queue = DispatchQueue(label: "schedule")

    private var scheduler: QueueScheduler { .queue(queue) }

    @Test func `a queue scheduler runs work on the queue, in order`() {
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

    @Test func `a queue scheduler doesn't run work early`() {
        let isDone = DispatchSemaphore(value: 0)
        let scheduler = scheduler
        let begin = scheduler.now
        let end = Locked(Duration.zero)
        _ = scheduler.run(after: .milliseconds(20) + .nanoseconds(1) / 2) {
            end.withLock { $0 = scheduler.now }
            isDone.signal()
        }
        #expect(isDone.waitForSignal())
        #expect(end.withLock { $0 } - begin > .milliseconds(20))
    }

    @Test(arguments: [Duration.zero, .seconds(-1), .seconds(Int64.min)])
    func `a queue scheduler runs overdue work next`(_ delay: Duration) {
        let isDone = DispatchSemaphore(value: 0)
        _ = scheduler.run(after: delay) { isDone.signal() }
        #expect(isDone.waitForSignal())
    }

    @Test(arguments: [
        Duration.seconds(Int64.max), .seconds(9_223_372_036) + .nanoseconds(854_775_808), .seconds(9_223_372_036)
    ])
    func `a queue scheduler doesn't run work that is far in the future`(_ delay: Duration) {
        let done = Counter()
        let pending = scheduler.run(after: delay) { done.increment() }
        let isLater = DispatchSemaphore(value: 0)
        _ = scheduler.run(after: .milliseconds(1)) { isLater.signal() }
        #expect(isLater.waitForSignal())
        #expect(done.count == 0)
        pending.dispose()
    }

    @Test func `a queue scheduler releases cancelled work at once without running it`() {
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
        #expect(isLater.waitForSignal())
        #expect(done.count == 0)
    }
}

import Dispatch
import Foundation
import Signals
import System
import TestSupport
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

@Suite struct DeliverOnTests {
    private let subject = Subject<Int, Trouble>()
    private let queue = DispatchQueue(label: "delivery")

    @Test func `deliver(on:) delivers all events on the given queue, in order`() async {
        let recorder = Recorder(subject.signal.deliver(on: .queue(queue)))
        for number in 1...100 { subject.send(number) }
        subject.send(.failed(.line))
        #expect(await recorder.wait(for: 101))
        #expect(recorder.events == (1...100).map { .next($0) } + [.failed(.line)])
    }

    @Test func `deliver(on:) runs the subscriber on the given queue`() {
        let isDone = DispatchSemaphore(value: 0)
        subject.signal.deliver(on: .queue(queue)).onNext { [queue] _ in
            dispatchPrecondition(condition: .onQueue(queue))
            isDone.signal()
        }
        subject.send(1)
        #expect(isDone.waitForSignal())
    }

    @Test func `deliver(on:) delivers one event at a time and in order on any scheduler`() async {
        let isBusy = Locked(false)
        let overlaps = Counter()
        let sent = Recorder(subject.signal)
        let delivered = Recorder(
            subject.signal.deliver(on: ThreadScheduler()).map { number in
                if isBusy.withLock({ busy in
                    defer { busy = true }; return busy
                }) {
                    overlaps.increment()
                }
                isBusy.withLock { $0 = false }
                return number
            })
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for number in 0..<1000 { subject.send(thread * 1000 + number) }
        }
        subject.send(.completed)
        #expect(await delivered.waitForEnd())
        #expect(delivered.values == sent.values)
        #expect(overlaps.count == 0)
    }

    @Test func `a burst uses one turn of the scheduler, and later events the next`() {
        let clock = VirtualScheduler()
        let turns = Counter()
        let recorder = Recorder(subject.signal.deliver(on: clock))
        for number in 1...3 { subject.send(number) }
        clock.run { turns.increment() }
        subject.send(4)
        #expect(recorder.values == [])
        clock.advance()
        #expect(recorder.values == [1, 2, 3, 4])
    }

    @Test func `events on their way don't arrive after disposal`() {
        queue.suspend()
        let recorder = Recorder(subject.signal.deliver(on: .queue(queue)))
        subject.send(1)
        recorder.dispose()
        queue.resume()
        queue.sync {}
        #expect(recorder.events == [])
    }

    @Test func `deliver(on:) stops an endless source at its end, however late that arrives`() {
        let clock = VirtualScheduler()
        let isFree = comesToAnEnd {
            let recorder = Recorder(Signal<Int, Never>.from(1...).take(2).deliver(on: clock))
            clock.advance()
            #expect(recorder.events == [.next(1), .next(2), .completed])
        }
        #expect(isFree)
    }

    @Test(.timeLimit(.minutes(5))) func `onMain receives every value on the main queue`() async {
        let received = Locked<[Int]>([])
        await withCheckedContinuation { done in
            subject.signal.onMain { number in
                dispatchPrecondition(condition: .onQueue(.main))
                received.withLock { $0.append(number) }
                if number == 3 { done.resume() }
            }
            for number in 1...3 { subject.send(number) }
        }
        #expect(received.withLock { $0 } == [1, 2, 3])
    }

    @MainActor @Test(.timeLimit(.minutes(5)))
    func `a subscription disposed of on the main queue gets nothing that is on its way`() async {
        let heard = Counter()
        let subscription = subject.signal.onMain { _ in heard.increment() }
        subject.send(1)
        subscription.dispose()
        await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
        #expect(heard.count == 0)
    }
}

@Suite struct SubscribeOnTests {
    private let clock = VirtualScheduler()
    private let started = Counter()
    private let cleaned = Counter()

    private var work: Signal<Int, Trouble> {
        Signal { [started, cleaned] observer in
            started.increment()
            observer.send(1)
            return ActionDisposable { cleaned.increment() }
        }
    }

    @Test func `subscribe(on:) starts and cleans up the work on the scheduler`() {
        let recorder = Recorder(work.subscribe(on: clock))
        #expect(started.count == 0)
        clock.advance()
        #expect(recorder.events == [.next(1)])
        recorder.dispose()
        #expect(cleaned.count == 0)
        clock.advance()
        #expect(cleaned.count == 1)
    }

    @Test(arguments: EndTests.ends)
    func `subscribe(on:) passes the end on, and cleans up on the scheduler`(end: Event<Int, Trouble>) {
        let subject = Subject<Int, Trouble>()
        let recorder = Recorder(
            Signal<Int, Trouble> { [cleaned] observer in
                CompositeDisposable([
                    subject.signal.subscribe { observer.send($0) }, ActionDisposable { cleaned.increment() }
                ])
            }.subscribe(on: clock))
        clock.advance()
        subject.send(end)
        #expect(recorder.events == [end])
        #expect(cleaned.count == 0)
        clock.advance()
        #expect(cleaned.count == 1)
    }

    @Test func `subscribe(on:) never starts work that is disposed of before its turn`() {
        Recorder(work.subscribe(on: clock)).dispose()
        clock.advance()
        #expect(started.count == 0)
    }

    @Test(.timeLimit(.minutes(5))) func `disposing stops an endless source on a serial queue`() async {
        let queue = DispatchQueue(label: "endless")
        let recorder = Recorder(Signal<Int, Never>.from(0...).subscribe(on: .queue(queue)))
        #expect(await recorder.wait(for: 3))
        recorder.dispose()
        queue.sync {}
    }
}

/// Runs each piece of work on its own thread, so that all run at once. A concurrent queue wouldn't, because it waits
/// for threads of a pool that tests may occupy.
struct ThreadScheduler: Scheduler {
    var now: Duration { .zero }

    func run(_ work: @escaping @Sendable () -> Void) { Thread.detachNewThread(work) }

    func run(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> any Disposable {
        run(work)
        return ActionDisposable {}
    }
}

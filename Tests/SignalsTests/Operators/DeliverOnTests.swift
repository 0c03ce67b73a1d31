import Dispatch
import Signals
import System
import TestSupport
import Testing

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

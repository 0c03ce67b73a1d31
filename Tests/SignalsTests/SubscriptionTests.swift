import Dispatch
import Foundation
import Signals
import System
import Testing

@Suite struct SerialDeliveryTests {
    private struct Sent: Hashable {
        let thread: Int
        let number: Int
    }

    private let subject = Subject<Sent, Never>()

    private func sendFromManyThreads() {
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for number in 0..<500 { subject.send(Sent(thread: thread, number: number)) }
        }
    }

    @Test func `events arrive one at a time, however many threads send`() {
        let delivery = Locked((isUnderWay: false, overlaps: 0, count: 0))
        subject.signal.onNext { _ in
            delivery.withLock { delivery in
                if delivery.isUnderWay { delivery.overlaps += 1 }
                delivery.isUnderWay = true
            }
            delivery.withLock { delivery in
                delivery.isUnderWay = false
                delivery.count += 1
            }
        }
        sendFromManyThreads()
        #expect(delivery.withLock { $0.overlaps } == 0)
        #expect(delivery.withLock { $0.count } == 8 * 500)
    }

    @Test func `events of one thread arrive in the order in which it sent them`() {
        let recorder = Recorder(subject.signal)
        sendFromManyThreads()
        for (_, values) in Dictionary(grouping: recorder.values, by: \.thread) {
            #expect(values.map(\.number) == Array(0..<500))
        }
    }

    @Test func `all subscribers get many threads' events in the same order`() {
        let recorders = (0..<3).map { _ in Recorder(subject.signal) }
        sendFromManyThreads()
        #expect(recorders[0].values.count == 8 * 500)
        #expect(recorders.allSatisfy { $0.values == recorders[0].values })
    }

    @Test func `a value sent during delivery waits its turn`() {
        let countdown = Subject<Int, Never>()
        let steps = Locked<[String]>([])
        countdown.signal.onNext { number in
            steps.withLock { $0.append("begin \(number)") }
            if number > 1 { countdown.send(number - 1) }
            steps.withLock { $0.append("end \(number)") }
        }
        countdown.send(3)
        #expect(steps.withLock { $0 } == ["begin 3", "end 3", "begin 2", "end 2", "begin 1", "end 1"])
    }

    @Test func `a value sent during delivery comes second for every subscriber`() {
        let numbers = Subject<Int, Never>()
        let before = Recorder(numbers.signal)
        numbers.signal.onNext { number in
            if number == 1 { numbers.send(2) }
        }
        let after = Recorder(numbers.signal)
        numbers.send(1)
        #expect(before.values == [1, 2])
        #expect(after.values == [1, 2])
    }

    @Test func `another thread that sends during delivery doesn't wait for it`() {
        let numbers = Subject<Int, Never>()
        let isSent = DispatchSemaphore(value: 0)
        let received = Locked<[Int]>([])
        numbers.signal.onNext { number in
            received.withLock { $0.append(number) }
            guard number == 1 else { return }
            Thread.detachNewThread {
                numbers.send(2)
                isSent.signal()
            }
            #expect(isSent.waitForSignal())
            #expect(received.withLock { $0 } == [1])
        }
        numbers.send(1)
        #expect(received.withLock { $0 } == [1, 2])
    }
}

@Suite struct EndTests {
    static let ends: [Event<Int, Trouble>] = [.completed, .failed(.line)]

    private let subject = Subject<Int, Trouble>()

    @Test(arguments: ends)
    func `nothing follows the end`(end: Event<Int, Trouble>) {
        let recorder = Recorder(subject.signal)
        subject.send(1)
        for event in [end, .next(2), .completed, .failed(.power)] { subject.send(event) }
        #expect(recorder.events == [.next(1), end])
    }

    @Test(arguments: ends)
    func `nothing follows the end of a signal that does not stop by itself`(end: Event<Int, Trouble>) {
        let recorder = Recorder(
            Signal<Int, Trouble> { observer in
                for event in [.next(1), end, .next(2), .completed, .failed(.power)] { observer.send(event) }
                return nil
            })
        #expect(recorder.events == [.next(1), end])
    }

    @Test(arguments: ends)
    func `the work behind a signal is cleaned up once when it ends`(end: Event<Int, Trouble>) {
        let cleaned = Counter()
        let signal = Signal<Int, Trouble> { observer in
            observer.send(end)
            return ActionDisposable { cleaned.increment() }
        }
        signal.subscribe { _ in }.dispose()
        #expect(cleaned.count == 1)
    }

    @Test func `events sent while the end is delivered are ignored`() {
        let recorder = Recorder(subject.signal)
        subject.signal.subscribe { [subject] event in
            if event.isEnd { subject.send(2) }
        }
        subject.send(.completed)
        #expect(recorder.events == [.completed])
    }

    @Test func `only one of many threads that end a signal succeeds`() {
        let recorder = Recorder(subject.signal)
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            subject.send(thread)
            subject.send(thread.isMultiple(of: 2) ? .completed : .failed(.line))
        }
        #expect(recorder.events.filter(\.isEnd).count == 1)
        #expect(recorder.events.last?.isEnd == true)
    }
}

@Suite struct DisposalTests {
    private let subject = Subject<Int, Never>()

    @Test func `a disposed subscription gets nothing more`() {
        let recorder = Recorder(subject.signal)
        subject.send(1)
        recorder.dispose()
        subject.send(2)
        subject.send(.completed)
        #expect(recorder.events == [.next(1)])
    }

    @Test func `disposing of one subscription leaves the others`() {
        let recorders = [Recorder(subject.signal), Recorder(subject.signal)]
        recorders[0].dispose()
        subject.send(1)
        #expect(recorders.map(\.values) == [[], [1]])
    }

    @Test func `a subscription disposed of in a delivery gets none of the waiting events`() {
        let subscription = CompositeDisposable()
        let received = Locked<[Int]>([])
        let work = subject.signal.onNext { [subject] number in
            received.withLock { $0.append(number) }
            subject.send(number + 1)
            subscription.dispose()
        }
        subscription.add(work)
        subject.send(1)
        subject.send(5)
        #expect(received.withLock { $0 } == [1])
    }

    @Test func `the work behind a signal is cleaned up once, however often and wherever it is disposed of`() {
        let cleaned = Counter()
        let signal = Signal<Int, Never> { _ in ActionDisposable { cleaned.increment() } }
        let subscription = signal.subscribe { _ in }
        #expect(cleaned.count == 0)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in subscription.dispose() }
        #expect(cleaned.count == 1)
    }

    @Test func `the work behind a signal is cleaned up once when the subscription is disposed of in its last delivery`()
    {
        let cleaned = Counter()
        let subscription = CompositeDisposable()
        let source = Subject<Int, Never>()
        let signal = Signal<Int, Never> { observer in
            CompositeDisposable([
                source.signal.subscribe { observer.send($0) }, ActionDisposable { cleaned.increment() }
            ])
        }
        subscription.add(signal.subscribe { _ in subscription.dispose() })
        source.send(.completed)
        #expect(cleaned.count == 1)
    }

    @Test func `each subscriber starts the work behind a signal again`() {
        let started = Counter()
        let signal = Signal<Int, Never> { _ in
            started.increment()
            return nil
        }
        #expect(started.count == 0)
        signal.subscribe { _ in }
        signal.subscribe { _ in }
        #expect(started.count == 2)
    }

    @Test func `a subscription disposed of while another thread sends gets nothing afterwards`() {
        for _ in 0..<50 {
            let recorder = Recorder(subject.signal)
            DispatchQueue.concurrentPerform(iterations: 2) { thread in
                if thread == 0 { for number in 0..<100 { subject.send(number) } } else { recorder.dispose() }
            }
            let count = recorder.values.count
            subject.send(0)
            #expect(recorder.values.count == count)
        }
    }
}

/// Who holds whom: a subscription holds its subscriber, and releases it when it is over.
@Suite struct LifetimeTests {
    private final class Subscriber: Sendable {
        func hear() {}
    }

    /// Operators with state, a timer and a change of queue. `OperatorTests` tests every operator.
    private static func chain(_ source: Signal<Int, Never>) -> Signal<Int, Never> {
        source.map { $0 + 1 }.distinctUntilChanged().throttle(for: .zero, on: .queue(queue)).deliver(on: .queue(queue))
    }

    private static let queue = DispatchQueue(label: "lifetime")

    private func subscribe(to signal: Signal<Int, Never>) -> (subscription: any Disposable, isHeld: () -> Bool) {
        let subscriber = Subscriber()
        let subscription = signal.subscribe { _ in subscriber.hear() }
        return (subscription, { [weak subscriber] in subscriber != nil })
    }

    @Test func `a subscription holds its subscriber, even if nobody holds the subscription`() {
        let subject = Subject<Int, Never>()
        let isHeld = subscribe(to: subject.signal).isHeld
        #expect(isHeld())
        subject.send(.completed)
    }

    @Test func `a disposed subscription releases its subscriber`() {
        let subject = Subject<Int, Never>()
        let (subscription, isHeld) = subscribe(to: Self.chain(subject.signal))
        subscription.dispose()
        Self.queue.sync {}
        #expect(!isHeld())
    }

    @Test func `a completed signal releases its subscribers`() {
        let subject = Subject<Int, Never>()
        let isHeld = subscribe(to: subject.signal.map { $0 + 1 }.distinctUntilChanged()).isHeld
        subject.send(.completed)
        #expect(!isHeld())
    }

    @Test func `a subject that nobody holds any longer releases its subscribers`() {
        let isHeld = subscribe(to: Subject<Int, Never>().signal.map { $0 + 1 }).isHeld
        #expect(!isHeld())
    }

    @Test func `a property that nobody holds any longer releases its subscribers`() {
        let isHeld = subscribe(to: MutableProperty(1).signal.map { $0 + 1 }).isHeld
        #expect(!isHeld())
    }

    @Test func `a subscription doesn't hold the property`() {
        var property: MutableProperty<Int>? = MutableProperty(1)
        weak let held = property
        let subscription = property?.signal.onNext { _ in }
        property = nil
        #expect(held == nil)
        subscription?.dispose()
    }

    @Test func `a subscriber that owns its subscription can be deallocated with it`() {
        let subject = Subject<Int, Never>()
        func subscribeWithOwner() -> any Disposable {
            let owner = ScopedDisposable()
            let subscription = subject.signal.onNext { _ in withExtendedLifetime(owner) {} }
            owner.add(subscription)
            return subscription
        }
        let subscription = subscribeWithOwner()
        #expect(comesToAnEnd { subscription.dispose() })
    }

    @Test func `a value may read its property while being deallocated`() {
        final class Last: Sendable {
            let property: MutableProperty<Last?>
            init(_ property: MutableProperty<Last?>) { self.property = property }
            deinit { _ = property.value }
        }
        let property = MutableProperty<Last?>(nil)
        #expect(
            comesToAnEnd {
                property.value = Last(property)
                property.value = nil
            })
    }
}

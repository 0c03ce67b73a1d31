import Dispatch
import Signals
import TestSupport
import Testing

@Suite struct DebounceTests {
    private let subject = Subject<Int, Trouble>()
    private let clock = VirtualScheduler()

    private var debounced: Signal<Int, Trouble> { subject.signal.debounce(for: .seconds(3), on: clock) }

    @Test func `debounce sends a value if it was the latest for the interval`() {
        let recorder = Recorder(debounced)
        for number in 1...3 {
            subject.send(number)
            clock.advance(by: .seconds(2))
        }
        #expect(recorder.values == [])
        clock.advance(by: .seconds(1))
        #expect(recorder.values == [3])
    }

    @Test(arguments: EndTests.ends)
    func `debounce sends a waiting value at once at the end`(end: Event<Int, Trouble>) {
        let recorder = Recorder(debounced)
        for event in [.next(1), .next(2), end] { subject.send(event) }
        #expect(recorder.events == [.next(2), end])
    }

    @Test func `debounce doesn't send a value again at the end`() {
        let recorder = Recorder(debounced)
        subject.send(1)
        clock.advance(by: .seconds(3))
        subject.send(.completed)
        #expect(recorder.events == [.next(1), .completed])
    }

    @Test func `a disposed debounce sends no waiting value`() {
        let recorder = Recorder(debounced)
        subject.send(1)
        recorder.dispose()
        clock.advance(by: .seconds(3))
        #expect(recorder.events == [])
    }

    @Test func `debounce delays a value sent in a delivery like any other`() {
        let recorder = Recorder(debounced)
        debounced.onNext { [subject] number in
            if number == 1 { subject.send(2) }
        }
        subject.send(1)
        clock.advance(by: .seconds(3))
        #expect(recorder.values == [1])
        clock.advance(by: .seconds(3))
        #expect(recorder.values == [1, 2])
    }

    @Test func `debounce uses one timer at a time for a burst`() {
        let scheduler = CountingScheduler()
        let recorder = Recorder(subject.signal.debounce(for: .seconds(3), on: scheduler))
        for number in 1...1000 { subject.send(number) }
        #expect(scheduler.timers == 1)
        scheduler.clock.advance(by: .seconds(3))
        #expect(recorder.values == [1000])
    }
}

@Suite struct ThrottleTests {
    private let subject = Subject<Int, Trouble>()
    private let clock = VirtualScheduler()

    private var throttled: Signal<Int, Trouble> { subject.signal.throttle(for: .seconds(3), on: clock) }

    @Test func `throttle sends the first value at once, and the latest of an interval at its end`() {
        let recorder = Recorder(throttled)
        for number in 1...4 { subject.send(number) }
        #expect(recorder.values == [1])
        clock.advance(by: .seconds(3))
        #expect(recorder.values == [1, 4])
    }

    @Test func `throttle leaves an interval between two values, even after one that waited`() {
        let recorder = Recorder(throttled)
        for number in 1...2 { subject.send(number) }
        clock.advance(by: .seconds(3))
        subject.send(3)
        clock.advance(by: .seconds(2))
        #expect(recorder.values == [1, 2])
        clock.advance(by: .seconds(1))
        #expect(recorder.values == [1, 2, 3])
    }

    @Test func `throttle sends a value at once after an interval without one`() {
        let recorder = Recorder(throttled)
        subject.send(1)
        clock.advance(by: .seconds(3))
        subject.send(2)
        #expect(recorder.values == [1, 2])
    }

    @Test(arguments: EndTests.ends)
    func `throttle sends a waiting value at once at the end`(end: Event<Int, Trouble>) {
        let recorder = Recorder(throttled)
        for number in 1...3 { subject.send(number) }
        subject.send(end)
        #expect(recorder.events == [.next(1), .next(3), end])
    }

    @Test func `a disposed throttle sends no waiting value`() {
        let recorder = Recorder(throttled)
        for number in 1...2 { subject.send(number) }
        recorder.dispose()
        clock.advance(by: .seconds(3))
        #expect(recorder.values == [1])
    }

    @Test func `an end that meets the end of an interval loses no value`() async {
        let queue = DispatchQueue(label: "throttle")
        for _ in 0..<2000 {
            let subject = Subject<Int, Never>()
            let recorder = Recorder(subject.signal.throttle(for: .zero, on: .queue(queue)))
            for number in 1...3 { subject.send(number) }
            subject.send(.completed)
            #expect(await recorder.waitForEnd())
            #expect(recorder.events.suffix(2) == [.next(3), .completed])
        }
    }
}

@Suite struct DelayTests {
    private let subject = Subject<Int, Trouble>()
    private let clock = VirtualScheduler()

    private var delayed: Signal<Int, Trouble> { subject.signal.delay(by: .seconds(3), on: clock) }

    @Test func `delay sends values and completion later, in order and with the same distances`() {
        let recorder = Recorder(delayed)
        subject.send(1)
        clock.advance(by: .seconds(2))
        subject.send(2)
        subject.send(.completed)
        #expect(recorder.events == [])
        clock.advance(by: .seconds(1))
        #expect(recorder.events == [.next(1)])
        clock.advance(by: .seconds(2))
        #expect(recorder.events == [.next(1), .next(2), .completed])
    }

    @Test func `delay sends a failure at once and drops waiting values`() {
        let recorder = Recorder(delayed)
        subject.send(1)
        subject.send(.failed(.line))
        clock.advance(by: .seconds(3))
        #expect(recorder.events == [.failed(.line)])
    }

    @Test func `a disposed delay sends no waiting value`() {
        let recorder = Recorder(delayed)
        subject.send(1)
        recorder.dispose()
        clock.advance(by: .seconds(3))
        #expect(recorder.events == [])
    }

    @Test func `delay delays a value sent in a delivery like any other`() {
        let recorder = Recorder(delayed)
        delayed.onNext { [subject] number in
            if number == 1 { subject.send(2) }
        }
        subject.send(1)
        clock.advance(by: .seconds(3))
        #expect(recorder.values == [1])
        clock.advance(by: .seconds(3))
        #expect(recorder.values == [1, 2])
    }

    @Test func `delay stops an endless source at its end, however late that arrives`() {
        let isFree = comesToAnEnd { [clock] in
            let recorder = Recorder(Signal<Int, Never>.from(1...).take(2).delay(by: .seconds(3), on: clock))
            clock.advance(by: .seconds(3))
            #expect(recorder.events == [.next(1), .next(2), .completed])
        }
        #expect(isFree)
    }

    @Test func `delay uses one timer for a burst and keeps its order`() {
        let scheduler = CountingScheduler()
        let recorder = Recorder(subject.signal.delay(by: .seconds(3), on: scheduler))
        for number in 1...1000 { subject.send(number) }
        scheduler.clock.advance(by: .seconds(3))
        #expect(scheduler.timers == 1)
        #expect(recorder.values == Array(1...1000))
    }
}

@Suite struct TimeoutTests {
    private let subject = Subject<Int, Trouble>()
    private let clock = VirtualScheduler()

    private var limited: Signal<Int, Trouble> {
        subject.signal.timeout(after: .seconds(3), failingWith: .power, on: clock)
    }

    @Test func `timeout fails if no event comes in time`() {
        let recorder = Recorder(limited)
        clock.advance(by: .seconds(2))
        #expect(recorder.events == [])
        clock.advance(by: .seconds(1))
        #expect(recorder.events == [.failed(.power)])
    }

    @Test func `timeout starts again with each value`() {
        let recorder = Recorder(limited)
        for number in 1...3 {
            clock.advance(by: .seconds(2))
            subject.send(number)
        }
        #expect(recorder.values == [1, 2, 3])
        clock.advance(by: .seconds(3))
        #expect(recorder.events.last == .failed(.power))
    }

    @Test(arguments: EndTests.ends) func `timeout doesn't fail after the end`(end: Event<Int, Trouble>) {
        let recorder = Recorder(limited)
        subject.send(end)
        clock.advance(by: .seconds(10))
        #expect(recorder.events == [end])
    }

    @Test func `timeout disposes of the work behind a late signal`() {
        let cleaned = Counter()
        let signal = Signal<Int, Trouble> { _ in ActionDisposable { cleaned.increment() } }
        signal.timeout(after: .seconds(3), failingWith: .power, on: clock).subscribe { _ in }
        clock.advance(by: .seconds(3))
        #expect(cleaned.count == 1)
    }

    @Test func `a disposed timeout doesn't fail`() {
        let recorder = Recorder(limited)
        recorder.dispose()
        clock.advance(by: .seconds(10))
        #expect(recorder.events == [])
    }

    @Test func `timeout uses one timer for many values`() {
        let scheduler = CountingScheduler()
        subject.signal.timeout(after: .seconds(3), failingWith: .power, on: scheduler).subscribe { _ in }
        for number in 1...1000 { subject.send(number) }
        #expect(scheduler.timers == 1)
    }
}

@Suite struct BufferTimeTests {
    private let subject = Subject<Int, Trouble>()
    private let clock = VirtualScheduler()

    private func buffered(atMost count: Int = .max) -> Signal<[Int], Trouble> {
        subject.signal.buffer(for: .seconds(3), atMost: count, on: clock)
    }

    @Test func `a buffer sends an interval's values at its end, and nothing for silence`() {
        let recorder = Recorder(buffered())
        clock.advance(by: .seconds(10))
        for number in 1...2 { subject.send(number) }
        clock.advance(by: .seconds(3))
        #expect(recorder.values == [[1, 2]])
        clock.advance(by: .seconds(10))
        #expect(recorder.values == [[1, 2]])
    }

    @Test func `a full buffer is sent at once, and the next one gets its whole time`() {
        let recorder = Recorder(buffered(atMost: 2))
        subject.send(1)
        clock.advance(by: .seconds(2))
        for number in 2...3 { subject.send(number) }
        #expect(recorder.values == [[1, 2]])
        clock.advance(by: .seconds(2))
        #expect(recorder.values == [[1, 2]])
        clock.advance(by: .seconds(1))
        #expect(recorder.values == [[1, 2], [3]])
    }

    @Test(arguments: EndTests.ends)
    func `a timed buffer sends its values at once at the end`(end: Event<Int, Trouble>) {
        let recorder = Recorder(buffered())
        for event in [.next(1), .next(2), end] { subject.send(event) }
        #expect(recorder.events == [.next([1, 2]), end.map { [$0] }])
    }

    @Test func `a disposed buffer sends none of its values`() {
        let recorder = Recorder(buffered())
        subject.send(1)
        recorder.dispose()
        clock.advance(by: .seconds(3))
        #expect(recorder.events == [])
    }

    @Test func `a value sent in a delivery begins the next buffer`() {
        let recorder = Recorder(buffered(atMost: 1))
        buffered(atMost: 1).onNext { [subject] values in
            if values == [1] { subject.send(2) }
        }
        subject.send(1)
        #expect(recorder.values == [[1], [2]])
    }
}

/// A virtual clock that counts the requested timers.
final class CountingScheduler: Scheduler {
    let clock = VirtualScheduler()
    private let asked = Counter()

    var timers: Int { asked.count }

    var now: Duration { clock.now }

    func run(_ work: @escaping @Sendable () -> Void) { clock.run(work) }

    func run(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> any Disposable {
        asked.increment()
        return clock.run(after: delay, work)
    }
}

import Dispatch
import Signals
import Testing

@Suite struct RepeatTests {
    private let started = Counter()
    private let cleaned = Counter()

    private func counted(_ source: Signal<Int, Trouble>) -> Signal<Int, Trouble> {
        source.on(started: { [started] in started.increment() })
    }

    @Test func `repeat sends a signal several times and completes once`() {
        #expect(Signal<Int, Trouble>.from([1, 2]).repeat(2).told == [1, 2, 1, 2].map(Event.next) + [.completed])
    }

    @Test func `a signal repeated zero times isn't started`() {
        #expect(counted(.just(1)).repeat(0).told == [.completed])
        #expect(started.count == 0)
    }

    @Test func `a failure ends repeat`() {
        #expect(Signal<Int, Trouble>.sending(.next(1), .failed(.line)).repeat().told == [.next(1), .failed(.line)])
    }

    @Test func `repeat continues until the subscription is disposed of`() {
        let values = counted(.just(1)).repeat().take(5).toldValues
        #expect(values == [1, 1, 1, 1, 1])
        #expect(started.count == 5)
    }

    @Test func `a hundred thousand rounds that complete at once need no more stack than one`() {
        #expect(counted(.empty).repeat(100_000).told == [.completed])
        #expect(started.count == 100_000)
    }

    @Test func `repeat cleans up each round before it starts the next`() {
        let source = Subject<Int, Trouble>()
        let rounds = Signal<Int, Trouble>.deferred { [started, cleaned] in
            #expect(cleaned.count == started.count)
            started.increment()
            return (started.count > 1 ? .never : source.signal).on(disposed: { cleaned.increment() })
        }
        let subscription = rounds.repeat().subscribe { _ in }
        source.send(.completed)
        #expect(started.count == 2)
        subscription.dispose()
        #expect(cleaned.count == 2)
    }
}

@Suite struct RetryTests {
    private let started = Counter()
    private let cleaned = Counter()

    /// Fails a number of times before it completes, each time as soon as it starts.
    private func failing(_ times: Int) -> Signal<Int, Trouble> {
        Signal.deferred { [started] in
            started.increment()
            return started.count > times ? .just(started.count) : .fail(.line)
        }
    }

    @Test func `retry starts a signal again until it doesn't fail`() {
        #expect(failing(3).retry().told == [.next(4), .completed])
    }

    @Test func `retry passes on the failure of the last attempt`() {
        #expect(failing(3).retry(2).told == [.failed(.line)])
        #expect(started.count == 3)
    }

    @Test func `retry passes on the values of failed attempts`() {
        let signal = Signal<Int, Trouble>.sending(.next(1), .failed(.line))
        #expect(signal.retry(1).told == [.next(1), .next(1), .failed(.line)])
    }

    @Test func `a hundred thousand attempts that fail at once need no more stack than one`() {
        #expect(failing(100_000).retry().told == [.next(100_001), .completed])
    }

    @Test func `retry cleans up each attempt before it starts the next`() {
        let source = Subject<Int, Trouble>()
        let attempts = Signal<Int, Trouble>.deferred { [started, cleaned] in
            #expect(cleaned.count == started.count)
            started.increment()
            return (started.count > 1 ? .never : source.signal).on(disposed: { cleaned.increment() })
        }
        let subscription = attempts.retry().subscribe { _ in }
        source.send(.failed(.line))
        #expect(started.count == 2)
        subscription.dispose()
        #expect(cleaned.count == 2)
    }

    @Test func `a disposed retry starts nothing again`() {
        let signal = Signal<Int, Trouble>.sending(.next(1), .failed(.line))
        signal.on(started: { [started] in started.increment() }).retry().take(1).subscribe { _ in }
        #expect(started.count == 1)
    }

    @Test func `retry makes all attempts even if they fail on another thread`() async {
        let queue = DispatchQueue(label: "retry")
        let source = Signal<Int, Trouble> { [started] observer in
            started.increment()
            queue.async { observer.send(.failed(.line)) }
            return nil
        }
        let recorder = Recorder(source.retry(2000))
        #expect(await recorder.waitForEnd())
        #expect(started.count == 2001)
    }
}

@Suite struct CatchTests {
    private let failing = Signal<Int, Trouble>.sending(.next(1), .failed(.power))

    @Test func `catch continues with the recovering signal after a failure`() {
        let signal = failing.catch { Signal<Int, Trouble>.sending(.next($0 == .power ? 2 : 3), .failed(.line)) }
        #expect(signal.told == [.next(1), .next(2), .failed(.line)])
    }

    @Test func `catch with a signal that never fails makes one that never fails`() {
        let signal: Signal<Int, Never> = failing.catch { _ in .just(2) }
        #expect(signal.told == [.next(1), .next(2), .completed])
    }

    @Test func `catch passes completion on without recovering`() {
        let asked = Counter()
        let signal = Signal<Int, Trouble>.just(1).catch { _ in
            asked.increment()
            return Signal<Int, Never>.empty
        }
        #expect(signal.told == [.next(1), .completed])
        #expect(asked.count == 0)
    }

    @Test func `catch cleans up the failed signal before it starts the next`() {
        let source = Subject<Int, Trouble>()
        let cleaned = Counter()
        let isClean = Counter()
        let recorder = Recorder(
            source.signal.on(disposed: { cleaned.increment() }).catch { _ in
                Signal<Int, Never>.just(2).on(started: { if cleaned.count == 1 { isClean.increment() } })
            })
        source.send(.failed(.line))
        #expect(recorder.values == [2])
        #expect(isClean.count == 1)
    }

    @Test func `disposing of catch disposes of the recovering signal`() {
        let cleaned = Counter()
        failing.catch { _ in Signal<Int, Never>.never.on(disposed: { cleaned.increment() }) }.subscribe { _ in }
            .dispose()
        #expect(cleaned.count == 1)
    }

    @Test func `catch doesn't recover if the subscriber left at the last value`() {
        let asked = Counter()
        let signal = failing.catch { _ in
            asked.increment()
            return Signal<Int, Never>.just(2)
        }
        #expect(signal.take(1).told == [.next(1), .completed])
        #expect(asked.count == 0)
    }
}

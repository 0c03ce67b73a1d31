import Dispatch
import Signals
import Testing

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

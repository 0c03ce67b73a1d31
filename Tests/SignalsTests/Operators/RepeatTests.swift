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

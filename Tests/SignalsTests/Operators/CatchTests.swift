import Signals
import Testing

@Suite struct CatchTests {
    private let failing = Signal<Int, Trouble>.sending(.next(1), .failed(.power))

    @Test func `after a failure the signal made of it goes on`() {
        let signal = failing.catch { Signal<Int, Trouble>.sending(.next($0 == .power ? 2 : 3), .failed(.line)) }
        #expect(signal.told == [.next(1), .next(2), .failed(.line)])
    }

    @Test func `a signal that recovers with one that never fails never fails`() {
        let signal: Signal<Int, Never> = failing.catch { _ in .just(2) }
        #expect(signal.told == [.next(1), .next(2), .completed])
    }

    @Test func `completion is passed on, and nothing is made of it`() {
        let asked = Counter()
        let signal = Signal<Int, Trouble>.just(1).catch { _ in
            asked.increment()
            return Signal<Int, Never>.empty
        }
        #expect(signal.told == [.next(1), .completed])
        #expect(asked.count == 0)
    }

    @Test func `the failed signal is cleaned up before the next is started`() {
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

    @Test func `to dispose of it disposes of what recovers`() {
        let cleaned = Counter()
        failing.catch { _ in Signal<Int, Never>.never.on(disposed: { cleaned.increment() }) }.subscribe { _ in }
            .dispose()
        #expect(cleaned.count == 1)
    }

    @Test func `nothing recovers for one who has left in the failed signal's last value`() {
        let asked = Counter()
        let signal = failing.catch { _ in
            asked.increment()
            return Signal<Int, Never>.just(2)
        }
        #expect(signal.take(1).told == [.next(1), .completed])
        #expect(asked.count == 0)
    }
}

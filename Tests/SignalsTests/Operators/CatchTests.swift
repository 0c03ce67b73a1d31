import Signals
import Testing

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

import Signals
import Testing

@Suite struct DeferredTests {
    @Test func `a deferred signal is made again for each subscriber`() {
        let made = Counter()
        let signal = Signal<Int, Trouble>.deferred {
            made.increment()
            return .just(made.count)
        }
        #expect(made.count == 0)
        #expect([signal.told, signal.told] == [[.next(1), .completed], [.next(2), .completed]])
    }

    @Test func `disposing of the subscription disposes of a deferred signal`() {
        let cleaned = Counter()
        Signal<Int, Trouble>.deferred { .never.on(disposed: { cleaned.increment() }) }.subscribe { _ in }.dispose()
        #expect(cleaned.count == 1)
    }
}

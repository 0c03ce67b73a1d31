import Signals
import Testing

@Suite struct TryMapTests {
    private let source = Subject<Int, Trouble>()
    private let tried = Counter()

    private func doubled(_ signal: Signal<Int, Trouble>) -> Signal<Int, Trouble> {
        signal.tryMap { [tried] number throws(Trouble) in
            tried.increment()
            if number < 0 { throw .power }
            return number * 2
        }
    }

    @Test(arguments: EndTests.ends)
    func `tryMap transforms each value and passes the end on`(end: Event<Int, Trouble>) {
        #expect(doubled(.sending(.next(1), .next(2), end)).told == [.next(2), .next(4), end])
    }

    @Test func `tryMap fails at the first value for which the closure throws`() {
        #expect(doubled(.sending(.next(1), .next(-1), .next(2))).told == [.next(2), .failed(.power)])
        #expect(tried.count == 2)
    }

    @Test func `tryMap stops its source when it fails`() {
        let cleaned = Counter()
        doubled(source.signal.on(disposed: { cleaned.increment() })).subscribe { _ in }
        source.send(-1)
        #expect(cleaned.count == 1)
    }
}

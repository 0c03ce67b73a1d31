import Signals
import Testing

@Suite struct AnyTests {
    @Test func `the first value that passes the test makes it true, and no further one is asked`() {
        let asked = Counter()
        let any = Signal<Int, Trouble>.from(1...).any { number in
            asked.increment()
            return number == 3
        }
        #expect(any.told == [.next(true), .completed])
        #expect(asked.count == 3)
    }

    @Test func `a completed signal without such a value makes it false`() {
        #expect(Signal<Int, Trouble>.from([1, 2]).any { $0 > 3 }.told == [.next(false), .completed])
        #expect(Signal<Int, Trouble>.empty.any { _ in true }.told == [.next(false), .completed])
    }

    @Test func `a failure before that leaves it open`() {
        #expect(Signal<Int, Trouble>.sending(.next(1), .failed(.line)).any { $0 > 3 }.told == [.failed(.line)])
    }
}

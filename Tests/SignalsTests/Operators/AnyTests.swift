import Signals
import Testing

@Suite struct AnyTests {
    @Test func `any is true at the first value that passes the test, and tests no further one`() {
        let asked = Counter()
        let any = Signal<Int, Trouble>.from(1...).any { number in
            asked.increment()
            return number == 3
        }
        #expect(any.told == [.next(true), .completed])
        #expect(asked.count == 3)
    }

    @Test func `any is false if a signal completes without such a value`() {
        #expect(Signal<Int, Trouble>.from([1, 2]).any { $0 > 3 }.told == [.next(false), .completed])
        #expect(Signal<Int, Trouble>.empty.any { _ in true }.told == [.next(false), .completed])
    }

    @Test func `any passes an earlier failure on`() {
        #expect(Signal<Int, Trouble>.sending(.next(1), .failed(.line)).any { $0 > 3 }.told == [.failed(.line)])
    }
}

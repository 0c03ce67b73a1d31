import Signals
import Testing

@Suite struct AllTests {
    @Test func `the first value that does not pass the test makes it false`() {
        #expect(Signal<Int, Trouble>.from(1...).all { $0 < 3 }.told == [.next(false), .completed])
    }

    @Test func `a completed signal without such a value makes it true`() {
        #expect(Signal<Int, Trouble>.from([1, 2]).all { $0 < 3 }.told == [.next(true), .completed])
        #expect(Signal<Int, Trouble>.empty.all { _ in false }.told == [.next(true), .completed])
    }

    @Test func `a failure before that leaves it open`() {
        #expect(Signal<Int, Trouble>.sending(.next(1), .failed(.line)).all { $0 < 3 }.told == [.failed(.line)])
    }
}

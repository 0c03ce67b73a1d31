import Signals
import Testing

@Suite struct AllTests {
    @Test func `all is false at the first value that fails the test`() {
        #expect(Signal<Int, Trouble>.from(1...).all { $0 < 3 }.told == [.next(false), .completed])
    }

    @Test func `all is true if a signal completes without such a value`() {
        #expect(Signal<Int, Trouble>.from([1, 2]).all { $0 < 3 }.told == [.next(true), .completed])
        #expect(Signal<Int, Trouble>.empty.all { _ in false }.told == [.next(true), .completed])
    }

    @Test func `all passes an earlier failure on`() {
        #expect(Signal<Int, Trouble>.sending(.next(1), .failed(.line)).all { $0 < 3 }.told == [.failed(.line)])
    }
}

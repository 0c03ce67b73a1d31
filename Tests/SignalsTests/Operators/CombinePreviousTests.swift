import Signals
import Testing

@Suite struct CombinePreviousTests {
    @Test func `combinePrevious sends each value with the one before, and the first with the initial one`() {
        let pairs = Signal<Int, Trouble>.sending(.next(1), .next(2), .failed(.line)).combinePrevious(0)
        #expect(pairs.map { "\($0)\($1)" }.told == [.next("01"), .next("12"), .failed(.line)])
    }
}

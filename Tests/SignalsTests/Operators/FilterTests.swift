import Signals
import Testing

@Suite struct FilterTests {
    @Test(arguments: EndTests.ends) func `filter passes on values that pass the test, and the end`(
        end: Event<Int, Trouble>
    ) {
        let source = Signal.sending([.next(1), .next(2), .next(3), .next(4), end])
        #expect(source.filter { $0.isMultiple(of: 2) }.told == [.next(2), .next(4), end])
    }
}

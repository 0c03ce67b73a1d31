import Signals
import Testing

@Suite struct IgnoreTests {
    @Test(arguments: EndTests.ends) func `all values come but those that are the given one, and the end`(
        end: Event<Int, Trouble>
    ) {
        let source = Signal.sending([.next(1), .next(2), .next(1), .next(3), end])
        #expect(source.ignore(1).told == [.next(2), .next(3), end])
    }
}

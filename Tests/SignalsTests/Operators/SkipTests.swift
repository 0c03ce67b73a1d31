import Signals
import Testing

@Suite struct SkipTests {
    @Test(arguments: EndTests.ends) func `skip leaves out the first values, but no end`(end: Event<Int, Trouble>) {
        #expect(Signal.sending(.next(1), .next(2), .next(3), end).skip(2).told == [.next(3), end])
        #expect(Signal.sending(.next(1), end).skip(2).told == [end])
    }

    @Test func `skip counts separately for each subscriber`() {
        let signal = Signal<Int, Trouble>.from([1, 2]).skip(1)
        #expect(signal.told == signal.told)
    }
}

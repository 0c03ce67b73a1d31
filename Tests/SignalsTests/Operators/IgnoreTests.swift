import Signals
import Testing

@Suite struct IgnoreTests {
    @Test(arguments: EndTests.ends)
    func `ignore leaves out one value, and passes the end on`(end: Event<Int, Trouble>) {
        #expect(Signal.sending(.next(1), .next(2), .next(1), end).ignore(1).told == [.next(2), end])
    }
}

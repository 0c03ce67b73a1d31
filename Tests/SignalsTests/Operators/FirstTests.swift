import Signals
import Testing

@Suite struct FirstTests {
    @Test func `the first value ends the signal, however many there are`() {
        #expect(Signal<Int, Trouble>.from(1...).first().told == [.next(1), .completed])
    }

    @Test func `the first value that passes the test ends the signal`() {
        #expect(Signal<Int, Trouble>.from(1...).first { $0 > 3 }.told == [.next(4), .completed])
    }

    @Test(arguments: EndTests.ends) func `first passes the end on if no value passes the test`(end: Event<Int, Trouble>)
    {
        #expect(Signal.sending(.next(1), end).first { $0 > 3 }.told == [end])
    }
}

import Signals
import Testing

@Suite struct MaterializeTests {
    @Test(arguments: EndTests.ends)
    func `each event is a value, and the end is followed by completion`(end: Event<Int, Trouble>) {
        let events = Recorder(Signal.sending(.next(1), end).materialize()).events
        #expect(events == [.next(.next(1)), .next(end), .completed])
    }
}

import Signals
import Testing

@Suite struct TakeWhileTests {
    @Test func `take(while:) completes at the first value that fails the test`() {
        let source = Subject<Int, Trouble>()
        let heard = Counter()
        let recorder = Recorder(source.signal.take { $0 < 3 }.on(completed: { heard.increment() }))
        for number in [1, 2, 3, 1, 3] { source.send(number) }
        #expect(recorder.events == [.next(1), .next(2), .completed])
        #expect(heard.count == 1)
    }

    @Test(arguments: EndTests.ends) func `take(while:) passes an earlier end on`(end: Event<Int, Trouble>) {
        #expect(Signal.sending(.next(1), end).take { $0 < 3 }.told == [.next(1), end])
    }

    @Test func `take(while:) stops an endless source`() {
        #expect(Signal<Int, Trouble>.from(1...).take { $0 < 3 }.toldValues == [1, 2])
    }
}

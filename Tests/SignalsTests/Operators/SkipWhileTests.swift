import Signals
import Testing

@Suite struct SkipWhileTests {
    @Test(arguments: EndTests.ends)
    func `skip(while:) passes all values on from the first that fails the test`(end: Event<Int, Trouble>) {
        let source = Signal.sending(.next(1), .next(3), .next(1), end)
        #expect(source.skip { $0 < 3 }.told == [.next(3), .next(1), end])
    }

    @Test(arguments: EndTests.ends) func `skip(while:) passes an earlier end on`(end: Event<Int, Trouble>) {
        #expect(Signal.sending(.next(1), end).skip { $0 < 3 }.told == [end])
    }

    @Test func `skip(while:) tests no value after that`() {
        let asked = Counter()
        let signal = Signal<Int, Trouble>.from(1...5).skip { number in
            asked.increment()
            return number < 3
        }
        #expect(signal.toldValues == [3, 4, 5])
        #expect(asked.count == 3)
    }
}

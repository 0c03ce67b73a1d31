import Signals
import Testing

@Suite struct FromSequenceTests {
    @Test func `the elements of a sequence come in order, then the end`() {
        #expect(Signal<Int, Trouble>.from(1...3).told == [.next(1), .next(2), .next(3), .completed])
    }

    @Test func `an endless sequence stops when the subscription ends`() {
        let isFree = comesToAnEnd { #expect(Signal<Int, Trouble>.from(1...).take(2).toldValues == [1, 2]) }
        #expect(isFree)
    }

    @Test func `each subscriber gets the whole sequence`() {
        let numbers = Signal<Int, Trouble>.from([1, 2])
        #expect(numbers.toldValues == numbers.toldValues)
        #expect(numbers.toldValues == [1, 2])
    }
}

import Signals
import Testing

@Suite struct IgnoreValuesTests {
    @Test func `only the end comes through`() {
        #expect(Signal<Int, Trouble>.from([1, 2]).ignoreValues().told == [.completed])
        #expect(Signal<Int, Trouble>.sending(.next(1), .failed(.line)).ignoreValues().told == [.failed(.line)])
    }

    @Test func `it stands in for a signal of any type`() {
        let texts: Signal<String, Trouble> = Signal<Int, Trouble>.from([1]).ignoreValues(as: String.self)
        #expect(texts.startWith("a").told == [.next("a"), .completed])
    }
}

import Signals
import Testing

@Suite struct IgnoreValuesTests {
    @Test(arguments: EndTests.ends)
    func `ignoreValues sends only the end`(end: Event<Int, Trouble>) {
        let source = Signal.sending(.next(1), .next(2), end)
        #expect(source.ignoreValues(as: Int.self).told == [end])
    }

    @Test func `ignoreValues stands for a signal of any type`() {
        let texts = Signal<Int, Trouble>.just(1).ignoreValues(as: String.self)
        #expect(texts.startWith("a").told == [.next("a"), .completed])
    }
}

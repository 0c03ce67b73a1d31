import Signals
import Testing

@Suite struct CompactMapTests {
    @Test(arguments: EndTests.ends)
    func `compactMap transforms values and leaves out those that become nil`(end: Event<Int, Trouble>) {
        let texts = Signal<String, Trouble>.sending(.next("1"), .next("a"), .next("3"), end.map(String.init))
        #expect(texts.compactMap { Int($0) }.told == [.next(1), .next(3), end])
    }
}

import Signals
import Testing

@Suite struct MapReplaceTests {
    @Test func `mapReplace sends the same value for each one, and passes the end on`() {
        let source = Signal<Int, Trouble>.sending(.next(1), .next(2), .failed(.line))
        #expect(source.mapReplace("a").told == [.next("a"), .next("a"), .failed(.line)])
    }
}

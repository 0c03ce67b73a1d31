import Signals
import Testing

@Suite struct MapFailureTests {
    private enum Outage: Error, Equatable {
        case because(Trouble)
    }

    @Test func `the failure is transformed, and all else as it was`() {
        let source = Signal<Int, Trouble>.sending(.next(1), .failed(.line))
        #expect(source.mapFailure { Outage.because($0) }.told == [.next(1), .failed(.because(.line))])
        #expect(Signal<Int, Trouble>.just(1).mapFailure { Outage.because($0) }.told == [.next(1), .completed])
    }
}

import Signals
import Testing

@Suite struct PromoteFailureTests {
    @Test func `a signal that never fails goes together with one that does`() {
        let never = Signal<Int, Never>.from([1, 2])
        let pairs = never.promoteFailure().combineLatest(with: Signal<Int, Trouble>.fail(.line))
        #expect(never.promoteFailure(to: Trouble.self).told == [.next(1), .next(2), .completed])
        #expect(pairs.map { $0 + $1 }.told == [.failed(.line)])
    }
}

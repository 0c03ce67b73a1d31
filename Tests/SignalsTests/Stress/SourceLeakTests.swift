import Signals
import System
import TestSupport
import Testing

/// A long-lived source holds nothing of subscribers that left.
@Suite struct SourceLeakTests {
    private let clock = VirtualScheduler()

    private func expectNothingHeld(_ signal: Signal<Int, Never>) {
        let live = Locked(0)
        for _ in 0..<1000 {
            let tracked = Tracked(live)
            signal.onNext { _ = tracked.pass($0) }.dispose()
        }
        #expect(live.withLock { $0 } == 0)
    }

    @Test(arguments: SourceStressTests.Kind.allCases)
    func `a source holds nothing of a thousand subscribers that left`(_ kind: SourceStressTests.Kind) {
        let source = kind.make()
        source.send(1)
        expectNothingHeld(source.signal)
        source.send(2)
    }

    @Test func `a thousand disposed intervals and timers leave nothing behind`() {
        expectNothingHeld(.interval(every: .seconds(1), on: clock))
        expectNothingHeld(Signal.timer(after: .seconds(1), on: clock).map { 1 })
    }
}

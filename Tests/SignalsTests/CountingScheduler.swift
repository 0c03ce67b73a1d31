import Signals
import TestSupport

/// A virtual clock that counts the requested timers.
final class CountingScheduler: Scheduler {
    let clock = VirtualScheduler()
    private let asked = Counter()

    var timers: Int { asked.count }

    var now: Duration { clock.now }

    func run(_ work: @escaping @Sendable () -> Void) { clock.run(work) }

    func run(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> any Disposable {
        asked.increment()
        return clock.run(after: delay, work)
    }
}

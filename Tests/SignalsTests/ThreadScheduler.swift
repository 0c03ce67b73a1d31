import Foundation
import Signals

/// Does each piece of work on a thread of its own, so that all goes on at once: more than a concurrent queue would do,
/// which has to wait for threads of a pool that tests may hold.
struct ThreadScheduler: Scheduler {
    var now: Duration { .zero }

    func run(_ work: @escaping @Sendable () -> Void) { Thread.detachNewThread(work) }

    func run(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> any Disposable {
        run(work)
        return ActionDisposable {}
    }
}

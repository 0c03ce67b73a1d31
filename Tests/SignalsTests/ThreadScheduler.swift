import Foundation
import Signals

/// Runs each piece of work on its own thread, so that all run at once. A concurrent queue wouldn't, because it waits
/// for threads of a pool that tests may occupy.
struct ThreadScheduler: Scheduler {
    var now: Duration { .zero }

    func run(_ work: @escaping @Sendable () -> Void) { Thread.detachNewThread(work) }

    func run(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> any Disposable {
        run(work)
        return ActionDisposable {}
    }
}

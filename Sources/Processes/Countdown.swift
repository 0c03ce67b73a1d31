import Dispatch
import Locks

/// An action that runs after a while unless it is stopped before.
final class Countdown: Sendable {
    private let source: Locked<any DispatchSourceTimer>

    init(_ duration: Duration, on queue: DispatchQueue, finish: @escaping @Sendable () -> Void) {
        source = Locked(DispatchSource.makeTimerSource(queue: queue))
        let (seconds, attoseconds) = duration.components
        let nanoseconds = Double(seconds) * 1e9 + Double(attoseconds) / 1e9
        source.withLock { source in
            source.setEventHandler(handler: finish)
            source.schedule(deadline: .now() + .nanoseconds(Int(max(0, min(nanoseconds, 1e18)))))
            source.activate()
        }
    }

    func stop() { source.withLock { $0.cancel() } }
}

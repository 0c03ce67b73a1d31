import Locks

/// Counts how often something happened, on whatever thread.
final class Counter: Sendable {
    private let state = Locked(0)

    var count: Int { state.withLock { $0 } }

    func increment() { state.withLock { $0 += 1 } }
}

import System

/// Counts events from any thread.
final class Counter: Sendable {
    private let state = Locked(0)

    var count: Int { state.withLock { $0 } }

    func increment() { state.withLock { $0 += 1 } }
}

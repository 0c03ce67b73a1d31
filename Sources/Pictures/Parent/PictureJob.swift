import Locks

/// Work of the helper that somebody waits for.
package final class PictureJob: Sendable {
    private let state = Locked(false)

    /// Whoever waits for it gets `cancelled`, unless the helper is at it already.
    package func cancel() { state.withLock { $0 = true } }

    var isCancelled: Bool { state.withLock { $0 } }
}

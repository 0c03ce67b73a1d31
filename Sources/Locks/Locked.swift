import Glibc

/// State that several threads share, behind a lock: held for a few lines and never while calling out.
///
/// A pthread mutex and not `Synchronization.Mutex`, which on Linux is a bare futex that the thread sanitizer
/// can't see into, so that it reports races that are none.
package final class Locked<State>: @unchecked Sendable {
    // Safe to share: the state is reached only with the mutex held, and enters and leaves only as a sendable
    // or disconnected value.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private var state: State

    package init(_ state: sending State) {
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        let status = pthread_mutex_init(mutex, nil)
        precondition(status == 0, "a mutex could not be made")
        self.state = state
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Runs `body` with the state to itself. Taking the same lock again inside `body` deadlocks.
    package func withLock<Result, Failure: Error>(
        _ body: (inout sending State) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&state)
    }
}

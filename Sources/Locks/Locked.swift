import Glibc

/// State that several threads share, behind a lock: held for a few lines and never while calling out.
///
/// A pthread mutex and not `Synchronization.Mutex`, which on Linux is a bare futex that the thread sanitizer
/// can't see into, so that it reports races that are none.
public struct Locked<State>: @unchecked Sendable {
    // Safe to share: the state is reached only with the mutex held, and enters and leaves only as a sendable
    // or disconnected value.
    private let storage: LockedStorage<State>

    public init(_ state: sending State) {
        storage = LockedStorage(state)
    }

    /// Runs `body` with the state to itself. Taking the same lock again inside `body` deadlocks.
    public func withLock<Result, Failure: Error>(
        _ body: (inout sending State) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        storage.lock()
        defer { storage.unlock() }
        // The pointer does not leave the lock.
        nonisolated(unsafe) let state = storage.state
        return try body(&state.pointee)
    }
}

/// The state and its mutex, in memory whose place never changes.
///
/// No `ManagedBuffer`, which would have both in one piece: the first use of a class costs far more where it has a
/// superclass that is generic, too, and a start uses more than a hundred kinds of state.
private final class LockedStorage<State> {
    let state: UnsafeMutablePointer<State>
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    init(_ state: sending State) {
        self.state = .allocate(capacity: 1)
        self.state.initialize(to: state)
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        let status = pthread_mutex_init(mutex, nil)
        precondition(status == 0, "a mutex could not be made")
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
        state.deinitialize(count: 1)
        state.deallocate()
    }

    func lock() { pthread_mutex_lock(mutex) }

    func unlock() { pthread_mutex_unlock(mutex) }
}

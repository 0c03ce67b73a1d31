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
        storage = LockedStorage.make(state)
    }

    /// Runs `body` with the state to itself. Taking the same lock again inside `body` deadlocks.
    public func withLock<Result, Failure: Error>(
        _ body: (inout sending State) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        storage.lock()
        defer { storage.unlock() }
        // Through a pointer, since an access to the property would be checked at run time for a second one, which the
        // mutex keeps away; the pointer does not leave the lock.
        nonisolated(unsafe) let state = storage.withUnsafeMutablePointerToHeader { $0 }
        return try body(&state.pointee)
    }
}

/// The state and its mutex in one piece of memory, since both live and die together.
private final class LockedStorage<State>: ManagedBuffer<State, pthread_mutex_t> {
    static func make(_ state: State) -> LockedStorage {
        let storage = unsafeDowncast(create(minimumCapacity: 1) { _ in state }, to: LockedStorage.self)
        storage.withUnsafeMutablePointerToElements { mutex in
            mutex.initialize(to: pthread_mutex_t())
            let status = pthread_mutex_init(mutex, nil)
            precondition(status == 0, "a mutex could not be made")
        }
        return storage
    }

    deinit {
        _ = withUnsafeMutablePointerToElements { pthread_mutex_destroy($0) }
    }

    func lock() { _ = withUnsafeMutablePointerToElements { pthread_mutex_lock($0) } }

    func unlock() { _ = withUnsafeMutablePointerToElements { pthread_mutex_unlock($0) } }
}

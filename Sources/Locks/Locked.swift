import Glibc

/// State that several threads share, behind a lock: held for a few lines and never while calling out.
///
/// A pthread mutex and not `Synchronization.Mutex`, which on Linux is a bare futex that the thread sanitizer
/// can't see into, so that it reports races that are none.
public struct Locked<State>: @unchecked Sendable {
    // Safe to share: the state is reached only with the mutex held, and enters and leaves only as a sendable
    // or disconnected value.
    private let memory: OwnedMemory

    public init(_ state: sending State) {
        let place = Self.place
        memory = OwnedMemory(
            byteCount: place + MemoryLayout<State>.size,
            alignment: max(MemoryLayout<pthread_mutex_t>.alignment, MemoryLayout<State>.alignment)
        ) { start in
            pthread_mutex_destroy(start.assumingMemoryBound(to: pthread_mutex_t.self))
            (start + place).assumingMemoryBound(to: State.self).deinitialize(count: 1)
        }
        memory.start.bindMemory(to: pthread_mutex_t.self, capacity: 1).initialize(to: pthread_mutex_t())
        (memory.start + place).bindMemory(to: State.self, capacity: 1).initialize(to: state)
        let status = pthread_mutex_init(mutex, nil)
        precondition(status == 0, "a mutex could not be made")
    }

    /// Runs `body` with the state to itself. Taking the same lock again inside `body` deadlocks.
    public func withLock<Result, Failure: Error>(
        _ body: (inout sending State) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        // The pointer does not leave the lock.
        nonisolated(unsafe) let state = (memory.start + Self.place).assumingMemoryBound(to: State.self)
        return try body(&state.pointee)
    }

    private var mutex: UnsafeMutablePointer<pthread_mutex_t> {
        memory.start.assumingMemoryBound(to: pthread_mutex_t.self)
    }

    /// Where the state lies: behind the mutex.
    private static var place: Int {
        let alignment = MemoryLayout<State>.alignment
        return (MemoryLayout<pthread_mutex_t>.size + alignment - 1) / alignment * alignment
    }
}

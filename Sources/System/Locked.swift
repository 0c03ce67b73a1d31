import Dispatch
import Glibc

/// State that several threads share, protected by a lock. Hold it for a few lines only, and never while calling out.
///
/// It uses a pthread mutex. On Linux `Synchronization.Mutex` is a bare futex that the thread sanitizer doesn't
/// understand, so it would report false races.
public struct Locked<State>: @unchecked Sendable {
    // Safe to share: the state is only accessed with the mutex held, and enters and leaves only as a sendable or
    // disconnected value.
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

    /// Runs `body` with exclusive access to the state. Taking the same lock again inside `body` deadlocks.
    public func withLock<Result, Failure: Error>(
        _ body: (inout sending State) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        // The pointer doesn't leave the lock.
        nonisolated(unsafe) let state = (memory.start + Self.place).assumingMemoryBound(to: State.self)
        return try body(&state.pointee)
    }

    private var mutex: UnsafeMutablePointer<pthread_mutex_t> {
        memory.start.assumingMemoryBound(to: pthread_mutex_t.self)
    }

    /// The offset of the state after the mutex.
    private static var place: Int {
        let alignment = MemoryLayout<State>.alignment
        return (MemoryLayout<pthread_mutex_t>.size + alignment - 1) / alignment * alignment
    }
}

/// Memory that never moves, with its contents. Both are freed with the last owner.
///
/// Unlike a generic class or a `ManagedBuffer` it doesn't know the type of its contents: using such a class for another
/// type for the first time takes thousands of instructions, and a start has more than a hundred types of state.
public final class OwnedMemory {
    public let start: UnsafeMutableRawPointer
    private let end: (UnsafeMutableRawPointer) -> Void

    /// Allocates memory, which the owner must initialise before anything else. `end` deinitialises it.
    public init(byteCount: Int, alignment: Int, end: @escaping (UnsafeMutableRawPointer) -> Void) {
        start = .allocate(byteCount: byteCount, alignment: alignment)
        self.end = end
    }

    deinit {
        end(start)
        start.deallocate()
    }
}

/// Waits for the answer that `start` passes to its closure on another thread. The main queue of the reader must not wait.
public func awaited<Answer: Sendable>(_ start: (@escaping @Sendable (Answer) -> Void) -> Void) -> Answer? {
    let answer = Locked<Answer?>(nil)
    let end = DispatchSemaphore(value: 0)
    start { came in
        answer.withLock { $0 = came }
        end.signal()
    }
    end.wait()
    return answer.withLock { $0 }
}

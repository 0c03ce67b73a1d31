import Dispatch
import Glibc

/// State that several threads share, protected by a lock. Hold it for a few lines only, and never while calling out.
///
/// It uses a pthread mutex. On Linux `Synchronization.Mutex` is a bare futex that the thread sanitizer doesn't
/// understand, so it would report false races.
public final class Locked<State>: @unchecked Sendable {
    // Safe to share: the state is only accessed with the mutex held, and enters and leaves only as a sendable or
    // disconnected value.
    private struct Content {
        var mutex = pthread_mutex_t()
        var state: State
    }

    /// Where the mutex never moves.
    private let content: UnsafeMutablePointer<Content>

    public init(_ state: sending State) {
        content = .allocate(capacity: 1)
        content.initialize(to: Content(state: state))
        let status = pthread_mutex_init(&content.pointee.mutex, nil)
        precondition(status == 0, "a mutex could not be made")
    }

    deinit {
        pthread_mutex_destroy(&content.pointee.mutex)
        content.deinitialize(count: 1)
        content.deallocate()
    }

    /// Runs `body` with exclusive access to the state. Taking the same lock again inside `body` deadlocks.
    public func withLock<Result, Failure: Error>(
        _ body: (inout sending State) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        pthread_mutex_lock(&content.pointee.mutex)
        defer { pthread_mutex_unlock(&content.pointee.mutex) }
        // The pointer doesn't leave the lock.
        nonisolated(unsafe) let content = content
        return try body(&content.pointee.state)
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

import Dispatch
import Locks

/// Waits for the answer that `start` passes to its closure on another thread.
func awaited<Answer: Sendable>(_ start: (@escaping @Sendable (Answer) -> Void) -> Void) -> Answer? {
    let answer = Locked<Answer?>(nil)
    let end = DispatchSemaphore(value: 0)
    start { came in
        answer.withLock { $0 = came }
        end.signal()
    }
    end.wait()
    return answer.withLock { $0 }
}

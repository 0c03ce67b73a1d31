import Dispatch
import HTTP
import Locks

/// The answer to a request under way.
final class PendingAnswer: Sendable {
    private let arrived = DispatchSemaphore(value: 0)
    private let result = Locked<Result<Response, FetchFailure>?>(nil)

    func finish(_ result: Result<Response, FetchFailure>) {
        self.result.withLock { $0 = result }
        arrived.signal()
    }

    /// Waits for the answer. Call it once.
    func wait() throws(FetchFailure) -> Response {
        arrived.wait()
        return try (result.withLock { $0 } ?? .failure(.cancelled)).get()
    }
}

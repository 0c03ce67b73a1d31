import Library
import Signals

extension Signal where Failure == Never {
    /// What the library answers: each subscriber has it asked anew, on a queue.
    static func asked<Answer: Sendable>(
        on queue: QueueScheduler, _ ask: @escaping @Sendable () throws(LibraryFailure) -> Answer
    ) -> Signal where Value == Result<Answer, LibraryFailure> {
        deferred { .just(Result(catching: ask)) }.subscribe(on: queue)
    }
}

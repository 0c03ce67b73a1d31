import Dispatch

// They run on queues and not on Swift's own threads, which must never wait.
extension DatabasePool {
    /// Runs `body` on a reading connection of its own, on another thread. Cancelling the task interrupts its queries.
    nonisolated(nonsending) package func read<Result: Sendable>(
        interruptibleBy interruption: Interruption = Interruption(),
        _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws -> Result {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                read(interruptibleBy: interruption, body) { continuation.resume(with: $0) }
            }
        } onCancel: {
            interruption.interrupt()
        }
    }

    /// Runs `body` in a transaction on the writer's queue. Once asked for it is done, even if the task is cancelled.
    @discardableResult
    nonisolated(nonsending) package func write<Result: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            write(body) { continuation.resume(with: $0) }
        }
    }
}

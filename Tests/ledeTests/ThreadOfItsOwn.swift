import Foundation
import TestSupport
import Testing

/// Runs each test on threads of its own, a few tests at once.
///
/// These tests wait for programs, which blocks their thread. Swift's own threads are only as many as the cores, so that two
/// tests that wait for what never comes would stop all others.
struct ThreadOfItsOwn: SuiteTrait, TestTrait, TestScoping {
    let isRecursive = true

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        try await Self.turns.take { try await withTaskExecutorPreference(Self.executor, operation: function) }
    }

    private static let turns = Turns(max(4, ProcessInfo.processInfo.activeProcessorCount))
    private static let executor = NewThreads()
}

extension Trait where Self == ThreadOfItsOwn {
    /// For tests that wait for programs.
    static var blocking: Self { Self() }
}

/// Runs each part of a task, from one suspension to the next, on a new thread.
private final class NewThreads: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        Thread.detachNewThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

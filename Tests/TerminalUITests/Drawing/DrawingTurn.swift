import TestSupport
import Testing

/// Lets only a few tests draw at once. All share the main queue, so more would only keep more libraries open.
struct DrawingTurn: SuiteTrait, TestTrait, TestScoping {
    let isRecursive = true

    nonisolated func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        try await Self.turns.take(function)
    }

    private nonisolated static let turns = Turns(4)
}

extension Trait where Self == DrawingTurn {
    /// For tests with a `DrawnReader`.
    nonisolated static var drawing: Self { Self() }
}

import System
import Testing

/// Lets only a few tests draw at once. All share the main queue, so more would only keep more libraries open.
struct DrawingTurn: SuiteTrait, TestTrait, TestScoping {
    let isRecursive = true

    nonisolated func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        await Self.turns.take()
        defer { Self.turns.giveBack() }
        try await function()
    }

    private nonisolated static let turns = Turns()
}

extension Trait where Self == DrawingTurn {
    /// For tests with a `DrawnReader`.
    nonisolated static var drawing: Self { Self() }
}

/// A number of turns, given to those who ask in their order.
private nonisolated final class Turns: Sendable {
    private nonisolated struct State {
        var left = 4
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Locked(State())

    func take() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.left > 0 {
                    state.left -= 1
                    return true
                }
                state.waiting.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    func giveBack() {
        let next = state.withLock { state in
            if state.waiting.isEmpty {
                state.left += 1
                return nil as CheckedContinuation<Void, Never>?
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}

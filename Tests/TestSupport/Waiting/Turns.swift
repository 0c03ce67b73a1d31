import System

/// A number of turns, given to those who ask in their order.
package final class Turns: Sendable {
    private struct State {
        var left: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Locked<State>

    package init(_ count: Int) {
        state = Locked(State(left: count))
    }

    /// Does something in a turn of its own.
    package func take(_ work: () async throws -> Void) async rethrows {
        await take()
        defer { giveBack() }
        try await work()
    }

    private func take() async {
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

    private func giveBack() {
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

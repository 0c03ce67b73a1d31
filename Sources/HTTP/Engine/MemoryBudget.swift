import Locks

/// The memory that all documents may take together, from their first byte until they are stored.
///
/// It only counts. Whoever fetches documents respects the mark and the cap.
package final class MemoryBudget: Sendable {
    private struct State {
        var used = 0
        var waiting: [@Sendable () -> Void] = []
    }

    /// Above this many bytes, large documents take turns.
    package let mark: Int
    /// Above this many bytes, the largest incoming document is given up. A single document never reaches the
    /// cap, because above the mark there is room for two.
    package let cap: Int
    private let state = Locked(State())

    package init(mark: Int = 24 << 20, cap: Int = 96 << 20) {
        self.mark = mark
        self.cap = cap
    }

    package var used: Int { state.withLock { $0.used } }

    /// Calls `body` once, when memory is freed, on the thread that frees it.
    func onRelief(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.waiting.append(body) } }

    fileprivate func charge(_ bytes: Int) {
        let waiting = state.withLock { state in
            state.used += bytes
            guard bytes < 0 else { return [] as [@Sendable () -> Void] }
            defer { state.waiting = [] }
            return state.waiting
        }
        for body in waiting { body() }
    }
}

/// The share of a budget that one document takes. It is returned at the latest when this is deallocated.
package final class MemoryCharge: Sendable {
    private let budget: MemoryBudget
    private let bytes = Locked(0)

    package init(to budget: MemoryBudget) { self.budget = budget }

    deinit { set(to: 0) }

    func add(_ more: Int) {
        bytes.withLock { $0 += more }
        budget.charge(more)
    }

    package func set(to size: Int) {
        let difference = bytes.withLock { bytes in
            defer { bytes = size }
            return size - bytes
        }
        if difference != 0 { budget.charge(difference) }
    }
}

/// Documents are equal whatever they are charged to.
extension MemoryCharge: Equatable {
    package static func == (left: MemoryCharge, right: MemoryCharge) -> Bool { true }
}

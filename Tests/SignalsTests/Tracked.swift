import System

/// Counts how many of its kind are still held.
final class Tracked: Sendable {
    private let live: Locked<Int>

    init(_ live: Locked<Int>) {
        self.live = live
        live.withLock { $0 += 1 }
    }

    deinit { live.withLock { $0 -= 1 } }

    func pass(_ number: Int) -> Int { number }
}

import FoundationEssentials
import System

/// A clock of this machine that a test sets.
final class TestClock: Sendable {
    private let seconds = Locked(1_000_000)

    var now: @Sendable () -> Date { { Date(timeIntervalSince1970: Double(self.seconds.withLock { $0 })) } }

    func pass(_ time: Int) { seconds.withLock { $0 += time } }
}

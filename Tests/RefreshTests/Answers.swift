import System
import TestSupport

/// A server's answers in turn; the last one is repeated.
final class Answers: Sendable {
    private let left: Locked<[Answer]>

    init(_ answers: [Answer]) {
        left = Locked(answers)
    }

    func next() -> Answer {
        left.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
    }
}

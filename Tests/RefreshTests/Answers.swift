import Locks
import TestSupport

/// What a server says the first time, the second time and so on; the last for ever after.
final class Answers: Sendable {
    private let left: Locked<[Answer]>

    init(_ answers: [Answer]) {
        left = Locked(answers)
    }

    func next() -> Answer {
        left.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
    }
}

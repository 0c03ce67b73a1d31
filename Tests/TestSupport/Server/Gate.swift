/// Holds answers back until a test opens it, so that the test can look at the middle of a refresh without sleeping.
package final class Gate: Sendable {
    private let opened = Latch()
    private let reached = Latch()

    package init() {}

    /// Lets all waiting and future requests through.
    package func open() {
        opened.set()
    }

    package var isOpen: Bool { opened.wait(until: Deadline(in: 0)) }

    /// Waits until a request is held at the gate.
    package func waitUntilReached(within seconds: Double = Deadline.patience) throws {
        guard reached.wait(until: Deadline(in: seconds)) else { throw GateNotReached(seconds: seconds) }
    }

    /// Notes that a request is held, and returns the descriptor that becomes readable once the gate opens.
    func reach() -> Int32 {
        reached.set()
        return opened.descriptor
    }
}

/// No request came to the gate in time.
package struct GateNotReached: Error, Equatable, CustomStringConvertible {
    package let seconds: Double

    package var description: String { "no request came to the gate within \(seconds) s" }
}

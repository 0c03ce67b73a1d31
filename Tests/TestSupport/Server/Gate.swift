/// Holds answers back until a test opens it, so that a test can stand in the middle of a refresh without sleeping.
package final class Gate: Sendable {
    private let opened = Latch()
    private let reached = Latch()

    package init() {}

    /// Lets through whoever waits and whoever will come.
    package func open() {
        opened.set()
    }

    package var isOpen: Bool { opened.wait(until: Deadline(in: 0)) }

    /// Waits until somebody stands before the gate.
    package func waitUntilReached(within seconds: Double = 20) throws {
        guard reached.wait(until: Deadline(in: seconds)) else { throw GateNotReached(seconds: seconds) }
    }

    /// What to watch for while being held.
    func reach() -> Int32 {
        reached.set()
        return opened.descriptor
    }
}

/// A gate that nobody came to.
package struct GateNotReached: Error, Equatable, CustomStringConvertible {
    package let seconds: Double

    package var description: String { "no request came to the gate within \(seconds) s" }
}

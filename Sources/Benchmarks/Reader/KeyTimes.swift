import Foundation
import TestSupport

/// The time from a key to the last byte of its frame, or of everything that the program sends for the key.
struct KeyTimes {
    private var milliseconds: [Double] = []
    private var bytes = 0
    private var processorMilliseconds = 0.0
    private let end: End

    enum End: Double {
        /// Later output is another frame, such as for counts read from the disk.
        case ofFrame = 0.002
        /// After such a pause nothing more comes for the key.
        case ofAll = 0.06
    }

    init(toTheEnd end: End = .ofFrame) {
        self.end = end
    }

    /// Presses a key, and waits for the end of the program's output.
    mutating func press(_ key: String, on terminal: PseudoTerminal) throws {
        let before = try ProcessClock.nanoseconds(of: terminal.processIdentifier)
        let pressed = ContinuousClock.now
        try terminal.write(Array(key.utf8))
        var count = 0
        var deadline = Deadline(in: 5)
        while case .output(let sent) = terminal.read(until: deadline) {
            count += sent.count
            deadline = Deadline(in: end.rawValue)
        }
        precondition(count > 0, "nothing came for “\(key)”")
        milliseconds.append((terminal.newest - pressed) / .milliseconds(1))
        bytes += count
        if end == .ofFrame { rest(on: terminal) }
        let after = try ProcessClock.nanoseconds(of: terminal.processIdentifier)
        processorMilliseconds += Double(after - before) / 1e6
    }

    /// Lets the program send the rest of its output for the key.
    private func rest(on terminal: PseudoTerminal) {
        while case .output = terminal.read(until: Deadline(in: 0.005)) {}
    }

    private func quantile(_ share: Double) -> Double {
        let sorted = milliseconds.sorted()
        return sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
    }
}

extension KeyTimes: CustomStringConvertible {
    var description: String {
        let keys = max(1, milliseconds.count)
        return String(
            format: "median %.2f ms, 99%% under %.2f, at most %.2f; processor %.2f; %d bytes a key", quantile(0.5),
            quantile(0.99), quantile(1), processorMilliseconds / Double(keys), bytes / keys)
    }
}

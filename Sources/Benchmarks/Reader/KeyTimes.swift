import Foundation
import TestSupport

/// How long a program on a terminal takes from a key to the last byte of what it sends for it.
struct KeyTimes {
    private var milliseconds: [Double] = []
    private var bytes = 0
    private var processorMilliseconds = 0.0

    /// After so long without a byte nothing more will come for the key.
    private static let silence = 0.005

    /// Presses a key, and waits until the program has nothing more to say to it.
    mutating func press(_ key: String, on terminal: PseudoTerminal) throws {
        let before = try ProcessClock.nanoseconds(of: terminal.processIdentifier)
        let pressed = ContinuousClock.now
        try terminal.write(Array(key.utf8))
        var (last, count) = (pressed, 0)
        var deadline = Deadline(in: 5)
        while case .output(let sent) = terminal.read(until: deadline) {
            last = .now
            count += sent.count
            deadline = Deadline(in: Self.silence)
        }
        precondition(count > 0, "nothing came for “\(key)”")
        milliseconds.append((last - pressed) / .milliseconds(1))
        bytes += count
        let after = try ProcessClock.nanoseconds(of: terminal.processIdentifier)
        processorMilliseconds += Double(after - before) / 1e6
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

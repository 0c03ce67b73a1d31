import Figures
import Foundation
import TestSupport

/// The time from a key to the last byte of its frame, or of everything that the program sends for the key.
struct KeyTimes {
    struct Press: Measured {
        let milliseconds: Double
        let processorMilliseconds: Double
        let bytes: Int

        var readings: [Reading] {
            [
                Reading(.milliseconds, milliseconds), Reading(.processorMilliseconds, processorMilliseconds),
                Reading(.bytes, Double(bytes))
            ]
        }
    }

    enum End: Double {
        /// Later output is another frame, such as for counts read from the disk.
        case ofFrame = 0.002
        /// After such a pause nothing more comes for the key.
        case ofAll = 0.06
    }

    /// A program sent nothing for a key.
    struct NoFrame: Error {
        let key: String
        let lastOutput: String

        init(for key: String, on terminal: PseudoTerminal) {
            self.key = key
            lastOutput = String(decoding: terminal.output.suffix(200), as: UTF8.self)
        }
    }

    private(set) var presses: [Press] = []
    private let end: End

    init(toTheEnd end: End = .ofFrame) {
        self.end = end
    }

    /// Presses a key at a random moment, so that no program can be in step with it, and waits for the end of its output.
    mutating func press(_ key: String, on terminal: PseudoTerminal) throws {
        usleep(.random(in: 0..<5000))
        let before = try ProcessClock.nanoseconds(of: terminal.processIdentifier)
        let pressed = ContinuousClock.now
        try terminal.write(Array(key.utf8))
        var count = 0
        var deadline = Deadline(in: 5)
        while case .output(let sent) = terminal.read(until: deadline) {
            count += sent.count
            deadline = Deadline(in: end.rawValue)
        }
        guard count > 0 else { throw NoFrame(for: key, on: terminal) }
        let newest = terminal.newest
        if end == .ofFrame { rest(on: terminal) }
        let after = try ProcessClock.nanoseconds(of: terminal.processIdentifier)
        presses.append(
            Press(
                milliseconds: (newest - pressed) / .milliseconds(1),
                processorMilliseconds: Double(after - before) / 1e6, bytes: count))
    }

    /// Lets the program send the rest of its output for the key.
    private func rest(on terminal: PseudoTerminal) {
        while case .output = terminal.read(until: Deadline(in: 0.005)) {}
    }
}

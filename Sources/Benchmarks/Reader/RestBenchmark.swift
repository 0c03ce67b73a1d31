import Foundation
import TestSupport

/// Measures the processor time and memory of a reader that nobody touches.
struct RestBenchmark {
    private let seconds = 10.0

    func run() throws {
        let reader = try Reader.launch(arguments: ["--starter-feeds"])
        try reader.waitForScreen(showing: "5 new in 1 feed")
        print("at rest for \(seconds) s on the starter set:")
        // By then the unneeded threads of the refresh have ended, after waiting five seconds for work.
        Thread.sleep(forTimeInterval: 7)
        try measure(reader, "a refresh")
        // A minute after a refresh it does one more thing on its own.
        Thread.sleep(forTimeInterval: 70)
        try measure(reader, "giving back memory")
        try reader.quit()
    }

    private func measure(_ reader: Reader, _ action: String) throws {
        let before = try ProcessClock.nanoseconds(of: reader.processIdentifier)
        Thread.sleep(forTimeInterval: seconds)
        let after = try ProcessClock.nanoseconds(of: reader.processIdentifier)
        let memory = ProcessMemory.summary(of: "\(reader.processIdentifier)")
        let processor = String(format: "%.3f", Double(after - before) / 1e6)
        print(
            "  after \(action.padding(toLength: 18, withPad: " ", startingAt: 0)) processor \(processor) ms, \(memory)")
    }
}

import Foundation
import TestSupport

/// The processor time and the memory of a reader that nobody touches.
struct RestBenchmark {
    private let seconds = 5.0

    func run() throws {
        let reader = try Reader.launch(arguments: ["--starter-feeds"])
        try reader.waitForScreen(showing: "5 new in 1 feed")
        // Threads of the refresh that nobody needs any more have ended by then: they wait five seconds for work.
        Thread.sleep(forTimeInterval: 7)
        let before = try ProcessClock.nanoseconds(of: reader.processIdentifier)
        Thread.sleep(forTimeInterval: seconds)
        let after = try ProcessClock.nanoseconds(of: reader.processIdentifier)
        let memory = try residentMemory(of: reader.processIdentifier)
        print("at rest for \(seconds) s on the starter set:")
        print("  processor \(String(format: "%.3f", Double(after - before) / 1e6)) ms, resident memory \(memory)")
        try reader.quit()
    }

    private func residentMemory(of process: Int32) throws -> String {
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? "VmRSS: unknown"
        return line.dropFirst("VmRSS:".count).trimmingCharacters(in: .whitespaces)
    }
}

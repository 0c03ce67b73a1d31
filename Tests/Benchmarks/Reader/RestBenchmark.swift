import Figures
import Foundation
import TestSupport

/// Measures the processor time and memory of a reader that nobody touches.
struct RestBenchmark {
    let report: Report

    private let seconds = Scale.isTrial ? 2.0 : 10.0

    func run() throws {
        let reader = try Reader.launch(arguments: ["--starter-feeds"])
        try reader.waitForScreen(showing: "5 new in 1 feed")
        report.section("ten seconds with the starter feeds")
        // By then the unneeded threads of the refresh have ended, after waiting five seconds for work.
        Thread.sleep(forTimeInterval: 7)
        try measure(reader, "a refresh")
        // A minute after a refresh it does one more thing on its own.
        Thread.sleep(forTimeInterval: Scale.isTrial ? 1 : 70)
        try measure(reader, "giving back memory")
        try reader.quit()
    }

    private func measure(_ reader: Reader, _ action: String) throws {
        let before = try ProcessClock.nanoseconds(of: reader.processIdentifier)
        Thread.sleep(forTimeInterval: seconds)
        let after = try ProcessClock.nanoseconds(of: reader.processIdentifier)
        report.add("after \(action)", [Reading(.processorMilliseconds, Double(after - before) / 1e6)])
        report.addMemory("after \(action)", of: reader.processIdentifier)
    }
}

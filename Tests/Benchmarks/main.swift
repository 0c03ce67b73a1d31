import Foundation
import TestSupport

try Probe.runIfAsked()
if let status = try writePageIfAsked() { exit(status) }
do {
    exit(try Suite(benchmarks: allBenchmarks).run(Array(CommandLine.arguments.dropFirst())))
} catch {
    say("failed: \(error)")
    exit(1)
}

import Foundation

do {
    exit(try Suite(benchmarks: allBenchmarks).run(Array(CommandLine.arguments.dropFirst())))
} catch {
    say("failed: \(error)")
    exit(1)
}

import Foundation
import TestSupport

// Each benchmark prints its figures and judges nothing: machines differ, and these are for comparing.
let benchmarks: [(name: String, run: () throws -> Void)] = [
    ("signals", { SignalBenchmark().run() }),
    ("sqlite", { try SQLiteBenchmark().run() }),
    ("parser", { try ParserBenchmark().run() }),
    ("library", { try LibraryBenchmark().run() }),
    ("store", { try StoreBenchmark().run() }),
    ("search", { try SearchBenchmark().run() }),
    ("start", { try StartBenchmark().run() }),
    ("rest", { try RestBenchmark().run() })
]

let asked = CommandLine.arguments.dropFirst()
let unknown = asked.filter { name in !benchmarks.contains { $0.name == name } }
guard unknown.isEmpty else {
    print("no such benchmark: \(unknown.joined(separator: ", "))")
    print("there are: \(benchmarks.map(\.name).joined(separator: ", "))")
    exit(2)
}
for benchmark in benchmarks where asked.isEmpty || asked.contains(benchmark.name) { try benchmark.run() }

import Foundation
import TestSupport

try Probe.runIfAsked()

// Each benchmark prints its figures and judges none but how they grow: machines differ, and these are for comparing.
let benchmarks: [(name: String, run: () throws -> Void)] = [
    ("signals", { SignalBenchmark().run() }),
    ("sqlite", { try SQLiteBenchmark().run() }),
    ("parser", { try ParserBenchmark().run() }),
    ("html", { try HTMLBenchmark().run() }),
    ("html-doubling", { try HTMLDoublingBenchmark().run() }),
    ("extraction", { try ExtractionBenchmark().run() }),
    ("urls", { AddressBenchmark().run() }),
    ("typesetting", { try TypesettingBenchmark().run() }),
    ("pictures", { try PicturesBenchmark().run() }),
    ("picture-reader", { try PictureReaderBenchmark().run() }),
    ("hostile", { try HostileBenchmark().run() }),
    ("library", { try LibraryBenchmark().run() }),
    ("store", { try StoreBenchmark().run() }),
    ("search", { try SearchBenchmark().run() }),
    ("filter", { try FilterBenchmark().run() }),
    ("ingest", { try IngestBenchmark(feeds: 30).run() }),
    ("urls-file", { UrlsBenchmark().run() }),
    ("config", { try ConfigBenchmark().run() }),
    ("import", { try ImportBenchmark(size: 100_000).run() }),
    ("sync", { try SyncBenchmark().run() }),
    ("sync-folder", { try FolderBenchmark().run() }),
    ("sync-trouble", { try TroubledServerBenchmark().run() }),
    ("sync-marks", { try SyncedMarkBenchmark(size: 1_000_000).run() }),
    ("feed-servers", { try FeedServersBenchmark().run() }),
    ("refresh", { try RefreshBenchmark().run() }),
    ("commands", { try CommandsBenchmark(size: 1_000_000).run() }),
    ("keys", { for size in [100_000, 1_000_000] { try KeysBenchmark(size: size).run() } }),
    ("preload", { try PreloadBenchmark().run() }),
    ("memory", { try MemoryBenchmark(size: 1_000_000).run() }),
    ("start", { try StartBenchmark().run() }),
    ("rest", { try RestBenchmark().run() })
]

/// Slow benchmarks, which run only if named.
let onlyWhenNamed: [(name: String, run: () throws -> Void)] = [
    ("ingest-all", { try IngestBenchmark(feeds: 300).run() }),
    ("import-all", { try ImportBenchmark(size: 1_000_000).run() }),
    ("keys-100k", { try KeysBenchmark(size: 100_000).run() }),
    ("sync-marks-100k", { try SyncedMarkBenchmark(size: 100_000).run() }),
    ("refresh-keys", { try RefreshBenchmark().runKeys() }),
    ("kept-pages", { try KeptPagesBenchmark().run() }),
    ("refresh-failures", { try FailingRefreshBenchmark().run() })
]

let asked = CommandLine.arguments.dropFirst()
let known = benchmarks + onlyWhenNamed
let unknown = asked.filter { name in !known.contains { $0.name == name } }
guard unknown.isEmpty else {
    print("no such benchmark: \(unknown.joined(separator: ", "))")
    print("there are: \(known.map(\.name).joined(separator: ", "))")
    exit(2)
}
for benchmark in asked.isEmpty ? benchmarks : known.filter({ asked.contains($0.name) }) { try benchmark.run() }

import Foundation
import TestSupport

/// A benchmark with its name on the command line. Each judges nothing: machines differ, and goals stand beside the figures.
struct Benchmark: Sendable {
    let name: String
    let title: String
    /// Slow ones run only if they are named.
    let isOptional: Bool
    private let body: @Sendable (Report) throws -> Void

    init(_ name: String, _ title: String, isOptional: Bool = false, _ body: @escaping @Sendable (Report) throws -> Void)
    {
        (self.name, self.title, self.isOptional, self.body) = (name, title, isOptional, body)
    }

    /// Measures, prints, and returns the figures.
    func run() throws -> FigureFile.Benchmark {
        let circumstances = Circumstances.now()
        let report = Report()
        let begin = ContinuousClock.now
        try body(report)
        report.printSection()
        return FigureFile.Benchmark(
            name: name, title: title, circumstances: circumstances,
            seconds: ((ContinuousClock.now - begin) / .seconds(1)).rounded(), figures: report.figures,
            missing: report.missing)
    }
}

/// The benchmarks of a call. Each runs in a process of its own, so that the failure of one leaves the others' figures, and
/// that none finds the memory that another has left.
struct Suite {
    private static let option = "--alone"

    let benchmarks: [Benchmark]

    /// Runs what the command line names, and returns the status of the process. `page FILE FOLDER` writes the page of figures,
    /// `screenshots FOLDER` the pictures of the manual, and `echo` is what the benchmarks compare keys with.
    func run(_ asked: [String]) throws -> Int32 {
        let names = benchmarks.map(\.name)
        switch (asked.first, asked.count) {
        case (Self.option, _): return try measure(asked.last ?? "")
        case ("page", 3):
            try FiguresPage.write(with: asked[1], to: asked[2], order: names)
            return 0
        case ("screenshots", 2):
            try Scene.takeAll(to: asked[1])
            return 0
        case ("echo", 1):
            PseudoTerminal.runEcho()
            return 0
        default: break
        }
        let unknown = asked.filter { !names.contains($0) }
        guard unknown.isEmpty else {
            say("no such benchmark: \(unknown.joined(separator: ", "))")
            say("the benchmarks: \(names.joined(separator: ", "))")
            return 2
        }
        let wanted = benchmarks.filter { asked.isEmpty ? !$0.isOptional : asked.contains($0.name) }.map(\.name)
        let earlier = try environment("BENCH_AGAINST").map { try FigureFile(path: $0) }
        let program = try BuildProducts.executable("Benchmarks")
        let failed = try wanted.filter { try ProgramProbe.status(of: [program, Self.option, $0]) != 0 }
        try summarise(wanted.filter { !failed.contains($0) }, earlier)
        if !failed.isEmpty { say("failed: \(failed.joined(separator: ", "))") }
        return failed.isEmpty ? 0 : 1
    }

    private func measure(_ name: String) throws -> Int32 {
        guard let benchmark = benchmarks.first(where: { $0.name == name }) else { return 2 }
        try GeneratedLibrary.removeCopies()
        say("\(name): \(benchmark.title)")
        let measured = try benchmark.run()
        let path = try path()
        var file = FileManager.default.fileExists(atPath: path) ? try FigureFile(path: path) : FigureFile()
        file.merge(measured, order: benchmarks.map(\.name))
        try FileManager.default.createDirectory(
            at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
        try file.write(to: path)
        return 0
    }

    private func summarise(_ measured: [String], _ earlier: FigureFile?) throws {
        guard !measured.isEmpty else { return }
        let path = try path()
        let file = try FigureFile(path: path)
        if let earlier {
            say("compared with the earlier file; better and worse only beyond 10% and the spreads of both:")
            say(Comparison(file, with: earlier, of: measured).text)
        }
        let missing = Set(file.benchmarks.filter { measured.contains($0.name) }.flatMap(\.missing)).sorted()
        if !missing.isEmpty { say("not installed, so not measured: \(missing.joined(separator: ", "))") }
        say("the figures are in \(path)")
    }

    private func path() throws -> String {
        try environment("BENCH_TO") ?? GeneratedLibrary.folder() + "/figures.json"
    }

    private func environment(_ name: String) -> String? {
        ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }
}

/// All benchmarks, in the order of their figures.
let allBenchmarks = [
    Benchmark("start", "From exec to the first complete list, on a terminal of 40×120.") {
        try StartBenchmark(report: $0).run()
    },
    Benchmark("keys", "From a key to the last byte of its frame, on a terminal of 40×120.") {
        for size in [Scale.hundredThousand, Scale.million] { try KeysBenchmark(report: $0, size: size).run() }
    },
    Benchmark("memory", "A reader's memory before and after a refresh.") {
        try MemoryBenchmark(report: $0, size: Scale.million).run()
    },
    Benchmark("rest", "A reader that nobody touches.") { try RestBenchmark(report: $0).run() },
    Benchmark("growth", "How the cost grows with items and with feeds.") { try GrowthBenchmark(report: $0).run() },
    Benchmark("refresh", "A refresh of feeds, first new and then unchanged, and keys meanwhile.") {
        try RefreshBenchmark(report: $0).run()
    },
    Benchmark("commands", "Commands of scripts, from exec to the end.") {
        try CommandsBenchmark(report: $0, size: Scale.million).run()
    },
    Benchmark("render", "“lede render” of articles.") { try RenderBenchmark(report: $0).run() },
    Benchmark("pictures", "Kept pictures in the reader: kitty's way and blocks.") {
        try PicturesBenchmark(report: $0).run()
    },
    Benchmark("sync", "“lede sync” with a feed server that takes 50 ms for each answer, whole processes.") {
        try SyncBenchmark(report: $0).run()
    },
    Benchmark("sync-folder", "“lede sync” with a shared folder, whole processes.") {
        try FolderBenchmark(report: $0).run()
    },
    Benchmark("tenfold", "Searches in ten million items, beside one million.", isOptional: true) {
        try GrowthBenchmark(report: $0).runTenfold()
    }
]

import Figures
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

    /// Runs what the command line names, and returns the status of the process.
    func run(_ asked: [String]) throws -> Int32 {
        if asked.first == Self.option { return try measure(asked.last ?? "") }
        let names = benchmarks.map(\.name)
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

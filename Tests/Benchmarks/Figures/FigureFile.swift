import Foundation
import Glibc
import TestSupport

/// The figures of all benchmarks, as they are kept in a JSON file, with the circumstances of each.
struct FigureFile: Codable, Equatable, Sendable {
    /// What one benchmark found.
    struct Benchmark: Codable, Equatable, Sendable {
        let name: String
        let title: String
        let circumstances: Circumstances
        let seconds: Double
        let figures: [Figure]
        /// Programs that would have been measured beside lede.
        var missing: [String] = []
    }

    private(set) var benchmarks: [Benchmark]

    init(_ benchmarks: [Benchmark] = []) {
        self.benchmarks = benchmarks
    }

    init(path: String) throws {
        self = try JSONDecoder().decode(FigureFile.self, from: Data(contentsOf: URL(filePath: path)))
    }

    /// Puts a benchmark in the place of its earlier figures. `order` lists all benchmarks; others are dropped.
    mutating func merge(_ benchmark: Benchmark, order: [String]) {
        let all = benchmarks.filter { $0.name != benchmark.name } + [benchmark]
        benchmarks = order.compactMap { name in all.first { $0.name == name } }
    }

    /// Writes a line for each benchmark.
    func write(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let lines = try benchmarks.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
        let text = "{\"benchmarks\":[\n\(lines.joined(separator: ",\n"))\n]}\n"
        try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
    }
}

/// When, where and of what figures were taken.
struct Circumstances: Codable, Equatable, Sendable {
    struct Machine: Codable, Equatable, Sendable {
        let processor: String
        let cores: Int
        let memoryMegabytes: Int
        let kernel: String

        var description: String {
            "\(processor), \(cores) cores, \(DecimalText.of(Double(memoryMegabytes / 100) / 10)) GB, Linux \(kernel)"
        }
    }

    /// In UTC, as RFC 3339 has it.
    let date: String
    let machine: Machine
    let commit: String
    /// Whether files differed from the commit.
    let isChanged: Bool
    let toolchain: String
    /// How many processes wanted to run before, on average of a minute.
    let load: Double
    /// Whether it was only tried, with few runs and small sizes.
    let isTrial: Bool

    var source: String { isChanged ? "\(commit) with changes" : commit }
}

extension Circumstances {
    /// Those of a measurement that begins now, of the program beside this one.
    static func now() -> Circumstances {
        let formatter = ISO8601DateFormatter()
        let root = (try? BuildProducts.executable("Benchmarks").components(separatedBy: "/.build/")[0]) ?? "."
        let changes = answer([
            "git", "-C", root, "-c", "safe.directory=*", "status", "--porcelain", "--untracked-files=no"
        ])
        let commit = answer(["git", "-C", root, "-c", "safe.directory=*", "rev-parse", "--short=10", "HEAD"])
        let toolchain = answer([ProcessInfo.processInfo.environment["SWIFT"] ?? "swift", "--version"])
        return Circumstances(
            date: formatter.string(from: Date()), machine: .this, commit: commit ?? "unknown",
            isChanged: changes?.isEmpty == false,
            toolchain: toolchain?.split(separator: "\n").first { $0.contains("Swift version") }.map(String.init)
                ?? "unknown",
            load: load, isTrial: Scale.isTrial)
    }

    private static var load: Double {
        var loads = [0.0]
        return getloadavg(&loads, 1) == 1 ? loads[0] : 0
    }

    private static func answer(_ command: [String]) -> String? {
        let run = try? CommandRun(
            program: "/usr/bin/env", arguments: command, environment: ProcessInfo.processInfo.environment)
        return run?.status == 0 ? run?.output.trimmingCharacters(in: .whitespacesAndNewlines) : nil
    }
}

extension Circumstances.Machine {
    fileprivate static var this: Circumstances.Machine {
        let processors = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
        let model = processors.split(separator: "\n").first { $0.hasPrefix("model name") }?.split(separator: ":").last
        var name = utsname()
        uname(&name)
        let kernel = withUnsafeBytes(of: &name.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        return Circumstances.Machine(
            processor: model.map { $0.trimmingCharacters(in: .whitespaces) } ?? "unknown processor",
            cores: ProcessInfo.processInfo.activeProcessorCount,
            memoryMegabytes: Int(ProcessInfo.processInfo.physicalMemory / 1_000_000), kernel: kernel)
    }
}

/// Figures beside those of an earlier file.
struct Comparison {
    enum Verdict: String {
        case better
        case worse
        case withinNoise = ""
    }

    struct Row {
        let benchmark: String
        let now: Figure
        let earlier: Figure

        var ratio: Double { now.value / earlier.value }

        /// Better or worse only if the difference is over a tenth and the spreads of both don't touch.
        var verdict: Verdict {
            guard now.value != earlier.value else { return .withinNoise }
            if earlier.value > 0, abs(ratio - 1) <= 0.1 { return .withinNoise }
            guard !now.sample.spread.overlaps(earlier.sample.spread) else { return .withinNoise }
            return now.value < earlier.value ? .better : .worse
        }
    }

    let rows: [Row]
    /// Names of figures that only one of the files has.
    let onlyNow: [String]
    let onlyEarlier: [String]

    /// Compares these benchmarks.
    init(_ now: FigureFile, with earlier: FigureFile, of benchmarks: [String]) {
        func figures(_ file: FigureFile) -> [(benchmark: String, figure: Figure)] {
            file.benchmarks.filter { benchmarks.contains($0.name) }.flatMap { benchmark in
                benchmark.figures.map { (benchmark.name, $0) }
            }
        }
        func match(_ wanted: (benchmark: String, figure: Figure), in all: [(benchmark: String, figure: Figure)])
            -> Figure?
        {
            all.first { $0.benchmark == wanted.benchmark && $0.figure.isSameMeasurement(as: wanted.figure) }?.figure
        }
        func names(_ all: [(benchmark: String, figure: Figure)]) -> [String] {
            all.map { Self.name($0.benchmark, $0.figure) }
        }
        let (new, old) = (figures(now), figures(earlier))
        rows = new.compactMap { wanted in
            match(wanted, in: old).map { Row(benchmark: wanted.benchmark, now: wanted.figure, earlier: $0) }
        }
        onlyNow = names(new.filter { match($0, in: old) == nil })
        onlyEarlier = names(old.filter { match($0, in: new) == nil })
    }

    var text: String {
        let cells = rows.map { row in
            [
                Self.name(row.benchmark, row.now), row.now.unit.text(row.earlier.value),
                row.now.unit.text(row.now.value), row.earlier.value > 0 ? DecimalText.times(row.ratio) : "",
                row.verdict.rawValue
            ]
        }
        let table = TextColumns([["", "earlier", "now", "ratio", ""]] + cells).text
        let only = onlyNow.map { "  only now: \($0)\n" } + onlyEarlier.map { "  only earlier: \($0)\n" }
        return table + only.joined()
    }

    private static func name(_ benchmark: String, _ figure: Figure) -> String {
        "\(benchmark): \(figure.section): \(figure.label) (\(figure.unit.rawValue))"
    }
}

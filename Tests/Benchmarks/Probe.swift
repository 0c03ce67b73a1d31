import Figures
import Foundation
import Glibc
import TestSupport

/// Measurements in a separate process, which this program starts as `Benchmarks --probe NAME ARGUMENTS…`.
enum Probe {
    private static let option = "--probe"

    /// Runs the probe if this process is one.
    static func runIfAsked() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.first == option else { return }
        switch arguments.dropFirst().first {
        case "echo": Echo.run()
        case "fetch": try BareFetch.run(Array(arguments.dropFirst(2)))
        case "html-doubling": HTMLDoublingBenchmark.tellFigures(Array(arguments.dropFirst(2)))
        case "extraction": ExtractionBenchmark.tellMemory(of: arguments.last ?? "")
        case "html": HTMLBenchmark.tellMemory(of: arguments.last ?? "")
        case "memory": try MemoryProbe.run(path: arguments.last ?? "")
        case "program": try ProgramProbe.run(Array(arguments.dropFirst(2)))
        default: preconditionFailure("there is no such probe")
        }
        exit(0)
    }

    /// The arguments that start a probe.
    static func arguments(_ name: String, _ more: [String] = []) -> [String] { [option, name] + more }

    /// Runs a probe, and returns the lines of its output.
    static func lines(
        of name: String, _ arguments: [String], environment: [String: String] = [:], within seconds: Double = 300
    ) throws -> [String] {
        let run = try CommandRun(
            program: BuildProducts.executable("Benchmarks"), arguments: Self.arguments(name, arguments),
            environment: environment, within: seconds)
        precondition(run.status == 0, "the probe failed: \(run.errors)")
        return run.output.split(separator: "\n").map(String.init)
    }
}

/// The memory of a process, as Linux reports it.
enum ProcessMemory {
    /// A line of the process's status in kilobytes; nil if the process is gone.
    static func kilobytes(_ name: String, of process: String = "self") -> Int? {
        guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8) else { return nil }
        let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
        return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }
    }

    static func megabytes(_ name: String, of process: Int32) -> Double {
        Double(kilobytes(name, of: "\(process)") ?? 0) / 1024
    }
}

extension Report {
    /// Adds the memory of a process as it is now: all that it uses, and its own without files.
    func addMemory(_ name: String, of process: Int32, goals: [FigureUnit: Figure.Goal] = [:]) {
        add("\(name), memory", [Reading(.megabytes, ProcessMemory.megabytes("VmRSS", of: process))])
        add(
            "\(name), private memory", [Reading(.megabytes, ProcessMemory.megabytes("RssAnon", of: process))],
            goals: goals)
    }
}

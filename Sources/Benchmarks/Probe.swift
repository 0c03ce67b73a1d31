import Foundation
import Glibc
import TestSupport

/// What is measured in a process of its own, which this program starts for it: `Benchmarks --probe NAME ARGUMENTS…`.
enum Probe {
    private static let option = "--probe"

    /// Does what a probe was started for, if this process is one.
    static func runIfAsked() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.first == option else { return }
        switch arguments.dropFirst().first {
        case "echo": Echo.run()
        case "fetch": try BareFetch.run(Array(arguments.dropFirst(2)))
        case "html-doubling": HTMLDoublingBenchmark.tellFigures(Array(arguments.dropFirst(2)))
        case "html": HTMLBenchmark.tellMemory(of: arguments.last ?? "")
        case "memory": try MemoryProbe.run(path: arguments.last ?? "")
        case "program": try ProgramProbe.run(Array(arguments.dropFirst(2)))
        default: preconditionFailure("there is no such probe")
        }
        exit(0)
    }

    /// What starts one.
    static func arguments(_ name: String, _ more: [String] = []) -> [String] { [option, name] + more }

    /// Starts one, and hands over what it wrote, line by line.
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

/// What Linux says of a process's memory.
enum ProcessMemory {
    /// A line of its status, in kilobytes; nil when the process is gone.
    static func kilobytes(_ name: String, of process: String = "self") -> Int? {
        guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8) else { return nil }
        let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
        return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }
    }

    static func summary(of process: String) -> String {
        let megabytes = ["VmRSS", "RssAnon"].map { Double(kilobytes($0, of: process) ?? 0) / 1024 }
        return String(format: "%.1f MB resident, %.1f of them private", megabytes[0], megabytes[1])
    }
}

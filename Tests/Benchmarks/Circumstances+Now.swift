import Figures
import Foundation
import Glibc
import TestSupport

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

import CLinux
import Foundation
import Glibc

/// How long the processor works for this thread, which doesn't depend on how busy the machine is.
package func processorTime<Failure>(of work: () throws(Failure) -> Void) throws(Failure) -> Duration {
    let start = processorTimeOfThread
    try work()
    return processorTimeOfThread - start
}

extension Duration {
    /// The most processor time for what takes a debug build some seconds, if it grows as it should.
    package static var longestWork: Duration { .seconds(Sanitizer.builtIn == nil ? 20 : 100) }
}

private var processorTimeOfThread: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

/// Whether the time for four times the amount stays well below sixteen times, which would be quadratic growth. Only
/// “make growth” measures, each amount twice, because a busy machine may slow one run down; other runs do the work once.
package func growsSteadily(from count: Int, _ work: (Int) -> Void) -> Bool {
    guard ProcessInfo.processInfo.environment["LEDE_GROWTH"] != nil else {
        work(count)
        return true
    }
    let short = min(processorTime { work(count) }, processorTime { work(count) })
    return (0..<2).contains { _ in processorTime { work(4 * count) } < short * 9 + .milliseconds(20) }
}

/// What a process takes of the machine at one moment.
package struct ProcessFigures: Equatable, Sendable {
    /// Memory that belongs to no file, which only this process has.
    package let kilobytes: Int
    package let descriptors: Int
    package let threads: Int

    package init(of process: Int32) throws {
        let folder = "/proc/\(process)"
        let status = try CommandRun(program: "/bin/cat", arguments: ["\(folder)/status"]).output
        func number(_ name: String) -> Int {
            let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
            return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
        }
        kilobytes = number("RssAnon:")
        threads = number("Threads:")
        descriptors = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/fd").count
    }

    /// The only child of a process that has one.
    package static func child(of process: Int32) throws -> Int32? {
        let file = "/proc/\(process)/task/\(process)/children"
        return try CommandRun(program: "/bin/cat", arguments: [file]).output.split(separator: " ").first
            .flatMap { Int32($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
    }
}

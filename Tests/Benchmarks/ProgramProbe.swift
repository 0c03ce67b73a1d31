import Foundation
import Glibc

/// The cost of a program from its start to its end. A small separate process starts it, because Linux counts the memory
/// of the starting process, too.
struct ProgramProbe {
    let seconds: Double
    let processorSeconds: Double
    let peakMegabytes: Double
    /// Only the program's own memory, without files.
    let peakPrivateMegabytes: Double
    /// The size of its table of descriptors, a power of two: it had no more open at once.
    let descriptorRoom: Int
    let status: Int
    /// The lines of its output.
    let output: [String]

    /// Runs a program in another process, and measures it.
    init(of program: String, _ arguments: [String], environment: [String: String]) throws {
        let lines = try Probe.lines(of: "program", [program] + arguments, environment: environment, within: 900)
        let figures = (lines.last ?? "").split(separator: " ").compactMap { Double($0) }
        precondition(figures.count == 6, "the probe says nothing")
        seconds = figures[0]
        processorSeconds = figures[1]
        peakMegabytes = figures[2]
        peakPrivateMegabytes = figures[3]
        descriptorRoom = Int(figures[4])
        status = Int(figures[5])
        output = lines.dropLast()
    }

    /// Runs in the separate process. Its last line has the figures.
    static func run(_ command: [String]) throws {
        let began = ContinuousClock.now
        let process = try spawn(command)
        var (peakPrivate, descriptorRoom) = (0, 0)
        var usage = rusage()
        var status: Int32 = 0
        while wait4(process, &status, WNOHANG, &usage) == 0 {
            peakPrivate = max(peakPrivate, ProcessMemory.kilobytes("RssAnon", of: "\(process)") ?? 0)
            descriptorRoom = max(descriptorRoom, ProcessMemory.kilobytes("FDSize", of: "\(process)") ?? 0)
            usleep(2000)
        }
        let seconds = (ContinuousClock.now - began) / .seconds(1)
        let privateMegabytes = Double(peakPrivate) / 1024
        let memory = "\(usage.peakMegabytes) \(privateMegabytes)"
        print("\n\(seconds) \(usage.processorSeconds) \(memory) \(descriptorRoom) \(status >> 8)")
    }

    /// Runs a program with this process's terminal, and returns its status, or -1 if a signal ended it.
    static func status(of command: [String]) throws -> Int {
        let process = try spawn(command)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status & 0x7F == 0 ? Int(status >> 8) : -1
    }

    private static func spawn(_ command: [String]) throws -> pid_t {
        var process: pid_t = 0
        let arguments = command.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        let code = posix_spawn(&process, command[0], nil, nil, arguments, environ)
        guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .ENOENT) }
        return process
    }
}

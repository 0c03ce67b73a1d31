import Foundation
import Glibc
import TestSupport

/// The cost of a program from its start to its end.
struct ProgramProbe: Measured {
    let seconds: Double
    let processorSeconds: Double
    /// The most that it had at once of its own memory, without files.
    let peakPrivateMegabytes: Double
    let status: Int

    /// Runs a program that says nothing but why it failed.
    init(of program: String, _ arguments: [String], environment: [String: String]) throws {
        let began = ContinuousClock.now
        let process = try Self.spawn([program] + arguments, environment.map { "\($0)=\($1)" }, isQuiet: true)
        var peak = 0.0
        var usage = rusage()
        var status: Int32 = 0
        while wait4(process, &status, WNOHANG, &usage) == 0 {
            peak = max(peak, ProcessMemory.megabytes("RssAnon", of: process))
            usleep(2000)
        }
        seconds = (ContinuousClock.now - began) / .seconds(1)
        processorSeconds = [usage.ru_utime, usage.ru_stime].reduce(0) {
            $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
        }
        peakPrivateMegabytes = peak
        self.status = Self.status(status)
    }

    /// Runs lede, which must succeed.
    init(_ words: [String], home: Home) throws {
        try self.init(of: BuildProducts.executable("lede"), words, environment: home.environmentOnLoopback)
        precondition(status == 0, "lede \(words) failed")
    }

    /// Runs a program with this process's terminal, and returns its status.
    static func status(of command: [String]) throws -> Int {
        let environment = ProcessInfo.processInfo.environment.map { "\($0)=\($1)" }
        let process = try spawn(command, environment, isQuiet: false)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return Self.status(status)
    }

    var readings: [Reading] { times + [Reading(.megabytes, peakPrivateMegabytes)] }

    /// Its readings without memory.
    var times: [Reading] { [Reading(.seconds, seconds), Reading(.processorSeconds, processorSeconds)] }

    /// The times of a program that takes a fraction of a second.
    var inMilliseconds: Cost { Cost(wall: seconds * 1000, processor: processorSeconds * 1000) }

    /// The status that waiting for a program gave, or -1 if a signal ended it.
    private static func status(_ status: Int32) -> Int { status & 0x7F == 0 ? Int(status >> 8) : -1 }

    private static func spawn(_ command: [String], _ environment: [String], isQuiet: Bool) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if isQuiet {
            posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
            posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        }
        let lists = [command, environment].map { $0.map { strdup($0) } + [nil] }
        defer { for text in lists.joined() { free(text) } }
        var process: pid_t = 0
        let code = posix_spawn(&process, command[0], &actions, nil, lists[0], lists[1])
        guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .ENOENT) }
        return process
    }
}

/// The memory of a process, as Linux reports it.
enum ProcessMemory {
    /// A line of a process's status; 0 if the process is gone.
    static func megabytes(_ name: String, of process: Int32) -> Double {
        let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
        return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Double($0) }.map { $0 / 1024 }
            ?? 0
    }
}

/// The processor time of another process.
enum ProcessClock {
    /// So far, over all threads, including those that have ended.
    static func milliseconds(of process: Int32) throws -> Double {
        var clock = clockid_t()
        var time = timespec()
        guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else {
            throw CocoaError(.fileReadUnknown)
        }
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }
}

extension Home {
    /// The environment for a program that reaches every address of this machine without a proxy.
    var environmentOnLoopback: [String: String] {
        Lede.environment(home: self, adding: ["TERM": "xterm-256color", "no_proxy": "*"])
    }

    /// Opens lede on a terminal of 40×120. `quiet` is how long nothing comes once the start and its follow-up work are over.
    func reader(quiet: Double = 2, environment: [String: String] = [:]) throws -> PseudoTerminal {
        let terminal = try PseudoTerminal.ofBenchmarks(
            BuildProducts.executable("lede"), environment: environmentOnLoopback.merging(environment) { $1 })
        terminal.wait(untilQuietFor: quiet)
        return terminal
    }
}

extension PseudoTerminal {
    /// A program on the terminal of all benchmarks: 40×120.
    static func ofBenchmarks(
        _ program: String, _ arguments: [String] = [], environment: [String: String] = [:]
    ) throws -> PseudoTerminal {
        try PseudoTerminal(
            program: program, arguments: arguments, environment: environment, size: (columns: 120, rows: 40))
    }

    /// A program that echoes every byte: no program answers a key sooner.
    static func echo() throws -> PseudoTerminal {
        try ofBenchmarks(BuildProducts.executable("Benchmarks"), ["echo"])
    }

    /// Is that program.
    static func runEcho() {
        var modes = termios()
        tcgetattr(STDIN_FILENO, &modes)
        cfmakeraw(&modes)
        tcsetattr(STDIN_FILENO, TCSANOW, &modes)
        var byte: UInt8 = UInt8(ascii: "!")
        repeat { Glibc.write(STDOUT_FILENO, &byte, 1) } while Glibc.read(STDIN_FILENO, &byte, 1) == 1
    }

    /// Waits until the program has sent nothing for this many seconds.
    func wait(untilQuietFor seconds: Double) {
        var deadline = Deadline(in: 20)
        while case .output = read(until: deadline) { deadline = Deadline(in: seconds) }
    }

    func type(_ keys: String) throws { try write(Array(keys.utf8)) }
}

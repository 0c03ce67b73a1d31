import Foundation
import Glibc
import TestSupport

/// Measures the time from exec to the last byte of the first complete list, compared with a minimal program on a
/// terminal.
struct StartBenchmark {
    private static let window = (columns: 120, rows: 40)
    private static let paneOfFeeds = 30
    private let runs = 40

    func run() throws {
        print("exec to the first complete list, \(runs) runs, 40×120:")
        let starter = try Home()
        try fill(starter)
        report("starter set", try times { try Self.milliseconds(to: starter) })
        for size in [100_000, 1_000_000] { try GeneratedLibrary.ofSize(size).withHome { try measure(size, $0, $1) } }
        report("echo (the floor)", try times { try echo() })
    }

    private func measure(_ size: Int, _ home: Home, _ library: String) throws {
        try leaveOnce(home)
        report("\(size) items", try times { try Self.milliseconds(to: home) })
        let program = try BuildProducts.executable("lede")
        let cold = try times {
            for file in [program, library] { try Self.dropFromMemory(file) }
            return try Self.milliseconds(to: home)
        }
        report("\(size), cold", cold)
    }

    /// Adds the starter feeds to the library, as after a first start.
    private func fill(_ home: Home) throws {
        let reader = try Reader.launch(arguments: ["--starter-feeds"], home: home)
        try reader.waitForScreen(showing: "5 new in 1 feed")
        try reader.quit()
    }

    /// Leaves the reader once properly, because the measured runs are interrupted.
    private func leaveOnce(_ home: Home) throws {
        let terminal = try PseudoTerminal(
            program: BuildProducts.executable("lede"), environment: home.environmentOnLoopback, size: Self.window)
        while case .output = terminal.read(until: Deadline(in: 0.5)) {}
        try terminal.write(Array("Q".utf8))
        guard terminal.waitForExit() != nil else { preconditionFailure("lede did not end") }
    }

    /// The first run isn't counted: it may do one-time work.
    private func times(_ measure: () throws -> Double) rethrows -> [Double] {
        try (0...runs).map { _ in try measure() }.dropFirst().map { $0 }
    }

    /// Returns the time until the list of feeds has its final content. The items of the feed under the cursor appear
    /// only when the cursor has rested there.
    static func milliseconds(to home: Home) throws -> Double {
        let start = ContinuousClock.now
        let terminal = try PseudoTerminal(
            program: BuildProducts.executable("lede"), environment: home.environmentOnLoopback, size: window)
        var sent: [(after: Duration, bytes: [UInt8])] = []
        var deadline = Deadline(in: 20)
        while case .output(let bytes) = terminal.read(until: deadline) {
            sent.append((terminal.newest - start, bytes))
            deadline = Deadline(in: 0.15)
        }
        // Afterwards, since it would slow the measured program down.
        let emulator = Emulator(columns: window.columns, rows: window.rows)
        let screens = sent.map { sent in
            _ = emulator.feed(sent.bytes)
            return emulator.screen.cells.dropLast().map { $0.prefix(paneOfFeeds) }
        }
        let complete = (screens.lastIndex { $0 != screens.last } ?? -1) + 1
        precondition(sent.indices.contains(complete), "nothing came")
        return sent[complete].after / .milliseconds(1)
    }

    private func echo() throws -> Double {
        let start = ContinuousClock.now
        let terminal = try PseudoTerminal(program: "/bin/echo", arguments: ["Welcome to lede"], size: Self.window)
        guard case .output = terminal.read(until: Deadline(in: 20)) else { return .infinity }
        return (terminal.newest - start) / .milliseconds(1)
    }

    /// Drops the file from memory, so that its next reader waits for the disk.
    private static func dropFromMemory(_ path: String) throws {
        let file = try FileHandle(forReadingFrom: URL(filePath: path))
        try? file.synchronize()
        posix_fadvise(file.fileDescriptor, 0, 0, POSIX_FADV_DONTNEED)
    }

    private func report(_ name: String, _ times: [Double]) {
        print("  \(name.padding(toLength: 18, withPad: " ", startingAt: 0)) \(Figures(times))")
    }
}

/// The minimum, median and maximum of some times in milliseconds.
struct Figures: CustomStringConvertible {
    private let sorted: [Double]

    init(_ times: [Double]) {
        sorted = times.sorted()
    }

    var description: String {
        String(
            format: "min %.1f ms, median %.1f ms, max %.1f ms", sorted[0], sorted[sorted.count / 2],
            sorted[sorted.count - 1])
    }
}

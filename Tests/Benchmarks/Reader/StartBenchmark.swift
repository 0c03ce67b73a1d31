import Figures
import Foundation
import Glibc
import TestSupport

/// Measures the time from exec to the last byte of the first complete list, compared with a minimal program on a
/// terminal.
struct StartBenchmark {
    let report: Report

    private static let window = (columns: 120, rows: 40)
    private static let paneOfFeeds = 30
    private let runs = Scale.runs(25)

    func run() throws {
        report.section("the first list")
        let starter = try Home()
        try fill(starter)
        try measure("the starter feeds", starter)
        for size in [Scale.hundredThousand, Scale.million] {
            try GeneratedLibrary.ofSize(size).withHome { try measure(size, $0, $1) }
        }
    }

    private func measure(_ size: Int, _ home: Home, _ library: String) throws {
        try Self.leaveOnce(home)
        let isLargest = size == Scale.million
        let name = "\(DecimalText.of(size)) items"
        // The other readers hold all items in memory.
        let peers = isLargest ? [] : try PeerScreen.installed(report).map { ($0, try $0.home(items: size)) }
        try measure(name, home, peers, goals: isLargest ? [.milliseconds: 8] : [:])
        let program = try BuildProducts.executable("lede")
        try report.turns(
            "\(name), cold", runs: runs, goals: isLargest ? [.milliseconds: 30] : [:],
            [
                .own {
                    for file in [program, library] { try Self.dropFromMemory(file) }
                    return Reading(.milliseconds, try Self.milliseconds(to: home))
                },
                .floor("echo") {
                    try Self.dropFromMemory("/bin/echo")
                    return try echo()
                }
            ])
    }

    private func measure(
        _ name: String, _ home: Home, _ peers: [(PeerScreen, Home)] = [], goals: [FigureUnit: Figure.Goal] = [:]
    ) throws {
        let others = peers.map { peer, home in
            Report.Contender.peer(peer.name) {
                let start = ContinuousClock.now
                return Reading(
                    .milliseconds,
                    try Self.milliseconds(
                        from: start, toTheListOf: peer.terminal(home), cells: Self.window.columns, quiet: 1))
            }
        }
        try report.turns(
            name, runs: runs, goals: goals,
            [.own { Reading(.milliseconds, try Self.milliseconds(to: home)) }, .floor("echo") { try echo() }] + others)
    }

    /// Adds the starter feeds to the library, as after a first start.
    private func fill(_ home: Home) throws {
        let reader = try Reader.launch(arguments: ["--starter-feeds"], home: home)
        try reader.waitForScreen(showing: "5 new in 1 feed")
        try reader.quit()
    }

    /// Leaves the reader once properly, because the measured runs are interrupted.
    static func leaveOnce(_ home: Home) throws {
        let terminal = try PseudoTerminal(
            program: BuildProducts.executable("lede"), environment: home.environmentOnLoopback, size: Self.window)
        while case .output = terminal.read(until: Deadline(in: 0.5)) {}
        try terminal.write(Array("Q".utf8))
        guard terminal.waitForExit() != nil else { preconditionFailure("lede did not end") }
    }

    /// Returns the time until the list of feeds has its final content. The items of the feed under the cursor appear
    /// only when the cursor has rested there.
    static func milliseconds(to home: Home) throws -> Double {
        let start = ContinuousClock.now
        let terminal = try PseudoTerminal(
            program: BuildProducts.executable("lede"), environment: home.environmentOnLoopback, size: window)
        return try milliseconds(from: start, toTheListOf: terminal, cells: paneOfFeeds, quiet: 0.15)
    }

    /// Returns the time until these cells of all lines but the last have their final content, after which nothing comes for
    /// some seconds.
    private static func milliseconds(
        from start: ContinuousClock.Instant, toTheListOf terminal: PseudoTerminal, cells: Int, quiet: Double
    ) throws -> Double {
        var sent: [(after: Duration, bytes: [UInt8])] = []
        var deadline = Deadline(in: 20)
        while case .output(let bytes) = terminal.read(until: deadline) {
            sent.append((terminal.newest - start, bytes))
            deadline = Deadline(in: quiet)
        }
        // Afterwards, since it would slow the measured program down.
        let emulator = Emulator(columns: window.columns, rows: window.rows)
        let screens = sent.map { sent in
            _ = emulator.feed(sent.bytes)
            return emulator.screen.cells.dropLast().map { $0.prefix(cells) }
        }
        let complete = (screens.lastIndex { $0 != screens.last } ?? -1) + 1
        guard sent.indices.contains(complete) else { throw KeyTimes.NoFrame(for: "the start", on: terminal) }
        return sent[complete].after / .milliseconds(1)
    }

    private func echo() throws -> Reading {
        let start = ContinuousClock.now
        let terminal = try PseudoTerminal(program: "/bin/echo", arguments: ["Welcome to lede"], size: Self.window)
        guard case .output = terminal.read(until: Deadline(in: 20)) else {
            throw KeyTimes.NoFrame(for: "the start", on: terminal)
        }
        return Reading(.milliseconds, (terminal.newest - start) / .milliseconds(1))
    }

    /// Drops the file from memory, so that its next reader waits for the disk.
    private static func dropFromMemory(_ path: String) throws {
        let file = try FileHandle(forReadingFrom: URL(filePath: path))
        try? file.synchronize()
        posix_fadvise(file.fileDescriptor, 0, 0, POSIX_FADV_DONTNEED)
    }
}

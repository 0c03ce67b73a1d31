import Foundation
import Glibc
import TestSupport

/// Measures the time from exec to the last byte of the first complete list, compared with a minimal program on a terminal and
/// with other readers.
struct StartBenchmark {
    let report: Report

    private static let paneOfFeeds = 30
    private let runs = Scale.runs(25)

    func run() throws {
        report.section("the first list")
        let starter = try Home()
        let reader = try Reader.launch(arguments: ["--starter-feeds"], home: starter)
        try reader.waitForScreen(showing: "5 new in 1 feed")
        try reader.quit()
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
        try measure(
            name, home,
            peers.map { peer, home in
                Report.Contender.peer(peer.name) { try Self.time(toTheListOf: { try peer.terminal(home) }, quiet: 1) }
            }, goals: isLargest ? [.milliseconds: 8] : [:])
        let program = try BuildProducts.executable("lede")
        try report.turns(
            "\(name), cold", runs: runs, goals: isLargest ? [.milliseconds: 30] : [:],
            [
                .own {
                    for file in [program, library] { try Self.dropFromMemory(file) }
                    return try Self.time(to: home)
                },
                .floor("echo") {
                    try Self.dropFromMemory("/bin/echo")
                    return try Self.timeToEcho()
                }
            ])
    }

    private func measure(
        _ name: String, _ home: Home, _ others: [Report.Contender] = [], goals: [FigureUnit: Figure.Goal] = [:]
    ) throws {
        try report.turns(
            name, runs: runs, goals: goals,
            [.own { try Self.time(to: home) }, .floor("echo") { try Self.timeToEcho() }] + others)
    }

    /// Leaves the reader once properly, because the measured runs are interrupted.
    static func leaveOnce(_ home: Home) throws {
        let terminal = try home.reader(quiet: 0.5)
        try terminal.type("Q")
        guard terminal.waitForExit() != nil else { preconditionFailure("lede did not end") }
    }

    /// Returns the time until the list of feeds has its final content. The items of the feed under the cursor appear only when
    /// the cursor has rested there.
    static func time(to home: Home) throws -> Reading {
        let program = try BuildProducts.executable("lede")
        return try time(
            toTheListOf: { try .ofBenchmarks(program, environment: home.environmentOnLoopback) }, cells: paneOfFeeds,
            quiet: 0.15)
    }

    /// Returns the time until these cells of all lines but the last have their final content, after which nothing comes for
    /// some seconds.
    private static func time(toTheListOf start: () throws -> PseudoTerminal, cells: Int = 120, quiet: Double) throws
        -> Reading
    {
        let begin = ContinuousClock.now
        let terminal = try start()
        var sent: [(after: Duration, bytes: [UInt8])] = []
        var deadline = Deadline(in: 20)
        while case .output(let bytes) = terminal.read(until: deadline) {
            sent.append((terminal.newest - begin, bytes))
            deadline = Deadline(in: quiet)
        }
        // Afterwards, since it would slow the measured program down.
        let emulator = Emulator(columns: 120, rows: 40)
        let screens = sent.map { sent in
            _ = emulator.feed(sent.bytes)
            return emulator.screen.cells.dropLast().map { $0.prefix(cells) }
        }
        let complete = (screens.lastIndex { $0 != screens.last } ?? -1) + 1
        guard sent.indices.contains(complete) else { throw KeyTimes.NoFrame(key: "the start") }
        return Reading(.milliseconds, sent[complete].after / .milliseconds(1))
    }

    private static func timeToEcho() throws -> Reading {
        let start = ContinuousClock.now
        let terminal = try PseudoTerminal.ofBenchmarks("/bin/echo", ["Welcome to lede"])
        guard case .output = terminal.read(until: Deadline(in: 20)) else { throw KeyTimes.NoFrame(key: "the start") }
        return Reading(.milliseconds, (terminal.newest - start) / .milliseconds(1))
    }

    /// Drops the file from memory, so that its next reader waits for the disk.
    private static func dropFromMemory(_ path: String) throws {
        let file = try FileHandle(forReadingFrom: URL(filePath: path))
        try? file.synchronize()
        posix_fadvise(file.fileDescriptor, 0, 0, POSIX_FADV_DONTNEED)
    }
}

/// Measures the processor time and memory of a reader that nobody touches.
struct RestBenchmark {
    let report: Report

    private let seconds = Scale.isTrial ? 2.0 : 10.0

    func run() throws {
        let reader = try Reader.launch(arguments: ["--starter-feeds"])
        try reader.waitForScreen(showing: "5 new in 1 feed")
        report.section("ten seconds with the starter feeds")
        // A minute after a refresh it does one more thing on its own.
        Thread.sleep(forTimeInterval: Scale.isTrial ? 1 : 77)
        try measure(reader, "after giving back memory")
        try reader.quit()
    }

    private func measure(_ reader: Reader, _ moment: String) throws {
        let before = try ProcessClock.milliseconds(of: reader.processIdentifier)
        Thread.sleep(forTimeInterval: seconds)
        let after = try ProcessClock.milliseconds(of: reader.processIdentifier)
        report.add(moment, [Reading(.processorMilliseconds, after - before)])
        report.addMemory(moment, of: reader.processIdentifier)
    }
}

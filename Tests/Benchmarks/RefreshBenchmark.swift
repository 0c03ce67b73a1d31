import Foundation
import TestSupport

/// Measures feeds, first new and then unchanged, in turns with curl alone and with other readers on this machine.
struct RefreshBenchmark {
    let report: Report

    private let counts = Scale.isTrial ? [20] : [300, 1000]
    private let runs = Scale.isTrial ? 1 : 5

    /// What one contender's runs took.
    private struct Runs {
        var first: [any Measured] = []
        var unchanged: [any Measured] = []
        /// A search right after the first: few of its items are indexed.
        var search: [any Measured] = []
    }

    func run() throws {
        let hasCurl = report.has("/usr/bin/curl", called: "curl")
        for count in counts {
            let server = try servedFeeds(count)
            let rivals = PeerReader.installed(report)
            var (lede, bare) = (Runs(), Runs())
            var peers = rivals.map { _ in Runs() }
            for turn in 0..<runs {
                if hasCurl {
                    bare.first.append(try curl(server.urls))
                    bare.unchanged.append(try curl(server.urls, ["--header", "If-None-Match: *"]))
                }
                try measureLede(server.urls, &lede)
                // Some need twenty times as long, so they take part only at the beginning and at the end.
                guard turn == 0 || turn == runs - 1 else { continue }
                for (number, rival) in rivals.enumerated() { try measure(rival, server.urls, &peers[number]) }
            }
            let named = zip(rivals, peers)
            report.add(
                "first refresh", lede.first, floor: Report.Other("curl", bare.first),
                peers: named.map { Report.Other($0.name, $1.first) }, goals: count == 300 ? [.megabytes: 45] : [:])
            report.add(
                "nothing changed", lede.unchanged, floor: Report.Other("curl", bare.unchanged),
                peers: named.map { Report.Other($0.name, $1.unchanged) })
            report.add("lede search after the first", lede.search, goals: [.milliseconds: 60])
            try measureKeys(server)
        }
    }

    private func servedFeeds(_ count: Int) throws -> FeedServer {
        let set = try FeedSet(count: count)
        report.section("\(DecimalText.of(count)) feeds")
        return try FeedServer(set.feeds, hosts: count)
    }

    /// Fetches everything with curl, and drops it, with as many transfers at once as lede has by default.
    private func curl(_ urls: [String], _ options: [String] = []) throws -> [Reading] {
        let list = try Folder()
        try list.write(urls.map { "url = \($0)\noutput = /dev/null\n" }.joined(), to: "list")
        let run = try ProgramProbe(
            of: "/usr/bin/curl",
            ["--no-progress-meter", "--silent", "--compressed", "--parallel", "--parallel-max", "256"]
                + ["--config", list.path("list")] + options,
            environment: [:])
        precondition(run.status == 0, "curl failed")
        return run.times
    }

    private func measureLede(_ urls: [String], _ runs: inout Runs) throws {
        let home = try Home()
        try home.write(urls: urls)
        runs.first.append(try ProgramProbe(["refresh"], home: home))
        runs.search.append(try ProgramProbe(["search", "lighthouse"], home: home).inMilliseconds)
        runs.unchanged.append(try ProgramProbe(["refresh"], home: home))
    }

    private func measure(_ peer: PeerReader, _ urls: [String], _ runs: inout Runs) throws {
        let home = try Home()
        let folder = home.path + "/peer"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try peer.prepare(folder, urls)
        func refresh() throws -> ProgramProbe {
            try ProgramProbe(of: peer.program, peer.arguments(folder), environment: home.environmentOnLoopback)
        }
        let first = try refresh()
        // newsboat makes conditional requests only from its third refresh on.
        if peer.needsTwoRefreshes { _ = try refresh() }
        let unchanged = try refresh()
        // The memory is that of the first process.
        runs.first.append(peer.isOneProcess ? first : first.times)
        runs.unchanged.append(peer.isOneProcess ? unchanged : unchanged.times)
    }

    private func measureKeys(_ server: FeedServer) throws {
        let watches = try (0..<runs).map { _ in
            let home = try Home()
            try home.write(urls: server.urls)
            return try KeyWatch(home)
        }
        report.add(
            "a key in a reader meanwhile", watches.flatMap(\.times),
            floor: Report.Other("echo", watches.flatMap(\.echoes)))
    }
}

/// Measures a reader's memory before and after refreshing a thousand feeds, with all items new and with none.
struct MemoryBenchmark {
    let report: Report
    let size: Int

    func run() throws {
        let set = try FeedSet(count: Scale.isTrial ? 50 : 1000)
        let server = try FeedServer(set.feeds, hosts: set.feeds.count)
        try GeneratedLibrary.ofSize(size).withHome { home, _ in
            try GeneratedLibrary.moveFeeds(of: home, to: server.urls)
            report.section(
                "a reader of \(DecimalText.of(size)) items that refreshes \(DecimalText.of(set.feeds.count)) feeds")
            try measure(home, "a refresh with new items")
            try measure(home, "a refresh with nothing new")
        }
    }

    private func measure(_ home: Home, _ news: String) throws {
        let terminal = try home.reader()
        report.addMemory("before \(news)", of: terminal.processIdentifier)
        try terminal.type("R")
        // After a minute it releases the memory of a refresh.
        terminal.wait(untilQuietFor: Scale.isTrial ? 3 : 75)
        report.addMemory("after \(news)", of: terminal.processIdentifier)
    }
}

/// A reader's keys during a refresh: from each to the frame that shows its effect, and the same in a program that only echoes
/// keys.
private struct KeyWatch {
    private(set) var times: [Reading] = []
    private(set) var echoes: [Reading] = []

    /// Refreshes in a reader and moves its cursor up and down meanwhile, for no longer than the fastest refresh takes.
    init(_ home: Home) throws {
        try home.keepFromRefreshing()
        let terminal = try PseudoTerminal.ofBenchmarks(
            BuildProducts.executable("lede"), environment: home.environmentOnLoopback)
        let echo = try PseudoTerminal.echo()
        Self.wait(on: echo) { $0.contains("!") }
        Self.wait(on: terminal) { $0.contains("unread") }
        // Seen before the next key: moving down and up again at once leaves nothing to draw.
        try terminal.type("j")
        Self.wait(on: terminal, until: Self.hasBar)
        try terminal.type("R")
        let begin = ContinuousClock.now
        var isDown = true
        while ContinuousClock.now < begin + .seconds(1.2) {
            times.append(try Self.time(of: isDown ? "k" : "j", on: terminal, until: Self.hasBar))
            isDown.toggle()
            // A key every 10 ms, faster than anybody types for long.
            Self.take(from: terminal, for: 0.005)
            echoes.append(try Self.time(of: "j", on: echo) { $0.contains("j") })
            Self.take(from: terminal, for: 0.005)
        }
    }

    /// Whether the cursor's bar is drawn. Nothing else on the screen is reversed.
    private static func hasBar(_ text: String) -> Bool { text.contains(#/\u{1B}\[(\d+;)*7(;\d+)*m/#) }

    private static func time(
        of key: String, on terminal: PseudoTerminal, until isAnswer: (String) -> Bool
    ) throws -> Reading {
        let pressed = ContinuousClock.now
        try terminal.type(key)
        wait(on: terminal, until: isAnswer)
        return Reading(.milliseconds, (ContinuousClock.now - pressed) / .milliseconds(1))
    }

    private static func wait(on terminal: PseudoTerminal, until isAnswer: (String) -> Bool) {
        let deadline = Deadline(in: 20)
        while case .output(let bytes) = terminal.read(until: deadline) {
            if isAnswer(String(decoding: bytes, as: UTF8.self)) { return }
        }
        preconditionFailure("nothing came for a key")
    }

    private static func take(from terminal: PseudoTerminal, for seconds: Double) {
        let deadline = Deadline(in: seconds)
        while case .output = terminal.read(until: deadline) {}
    }
}

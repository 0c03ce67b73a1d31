import Figures
import Foundation
import Library
import TestSupport

/// Measures feeds, first new and then unchanged, in turns with the minimum for either and with other readers on this machine.
struct RefreshBenchmark {
    let report: Report
    var counts = Scale.isTrial ? [20] : [300, 1000]

    private let runs = Scale.isTrial ? 1 : 5
    /// lede's default number of transfers.
    private let transfers = 256

    /// What one contender's runs took.
    private struct Runs {
        var first: [any Measured] = []
        var unchanged: [any Measured] = []
    }

    func run() throws {
        for count in counts {
            let (set, server) = try servedFeeds(count)
            let rivals = PeerReader.installed(report)
            let rows = try storedRows(server.urls)
            var (lede, bare) = (Runs(), Runs())
            var peers = rivals.map { _ in Runs() }
            for turn in 0..<runs {
                try measureBare(server.urls, set, rows, &bare)
                try measureLede(server.urls, &lede)
                // Some need twenty times as long, so they take part only at the beginning and at the end.
                guard turn == 0 || turn == runs - 1 else { continue }
                for (number, rival) in rivals.enumerated() { try measure(rival, server.urls, &peers[number]) }
            }
            let named = zip(rivals, peers)
            report.add(
                "first refresh", lede.first, floor: Report.Other("curl, libxml2, SQLite", bare.first),
                peers: named.map { Report.Other($0.name, $1.first) }, goals: count == 300 ? [.megabytes: 45] : [:])
            report.add(
                "nothing changed", lede.unchanged, floor: Report.Other("curl", bare.unchanged),
                peers: named.map { Report.Other($0.name, $1.unchanged) })
            try measureKeys(server)
        }
    }

    private func servedFeeds(_ count: Int) throws -> (FeedSet, FeedServer) {
        let set = try FeedSet(count: count)
        let server = try FeedServer(set.feeds.map { .feed($0) }, hosts: count)
        report.section("\(DecimalText.of(count)) feeds")
        return (set, server)
    }

    private func measureLede(_ urls: [String], _ runs: inout Runs) throws {
        let home = try Home()
        try home.write(urls: urls)
        runs.first.append(try lede(home))
        runs.unchanged.append(try lede(home))
    }

    /// The limit for the first refresh is the wait for the servers, or the work of a bare loop at each step: fetching, scanning
    /// and inserting the rows that a refresh leaves behind.
    private func measureBare(_ urls: [String], _ set: FeedSet, _ rows: StoredRows, _ runs: inout Runs) throws {
        let fetch = try BareFetch(urls, atOnce: transfers, conditionally: false)
        let scan = Cost { for feed in set.feeds { BareScan.run(over: feed.document) } }
        let insert = try GeneratedLibrary.withScratch { path in
            try Library(path: path).subscribe(to: urls)
            return Cost { rows.insert(into: path, transactions: 30, pragmas: "PRAGMA synchronous = NORMAL") }
        }
        let processor = fetch.processorSeconds + (scan.processor + insert.processor) / 1000
        runs.first.append(Work(seconds: max(fetch.seconds, processor), processorSeconds: processor))
        runs.unchanged.append(try BareFetch(urls, atOnce: transfers, conditionally: true))
    }

    private func lede(_ home: Home) throws -> ProgramProbe {
        let program = try ProgramProbe(
            of: BuildProducts.executable("lede"), ["refresh"], environment: home.environmentOnLoopback)
        precondition(program.status == 0, "the refresh failed")
        return program
    }

    private func storedRows(_ urls: [String]) throws -> StoredRows {
        let home = try Home()
        try home.write(urls: urls)
        _ = try lede(home)
        return try StoredRows(of: home.data + "/library.db")
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
        runs.first.append(peer.isOneProcess ? first : Work(first))
        runs.unchanged.append(peer.isOneProcess ? unchanged : Work(unchanged))
    }

    /// Measures only the keys.
    func runKeys() throws {
        for count in counts { try measureKeys(try servedFeeds(count).1, watches: 3 * runs) }
    }

    private func measureKeys(_ server: FeedServer, watches: Int? = nil) throws {
        let watches = try (0..<(watches ?? runs)).map { _ in
            let home = try Home()
            try home.write(urls: server.urls)
            return try KeyWatch(home)
        }
        report.add("a key in a reader meanwhile", watches)
        report.add("private memory of a reader meanwhile", watches.map { Reading(.megabytes, $0.privateMegabytes) })
    }
}

/// Only the times of a refresh.
private struct Work: Measured {
    let seconds: Double
    let processorSeconds: Double

    init(seconds: Double, processorSeconds: Double) {
        (self.seconds, self.processorSeconds) = (seconds, processorSeconds)
    }

    init(_ program: ProgramProbe) {
        self.init(seconds: program.seconds, processorSeconds: program.processorSeconds)
    }

    var readings: [Reading] { [Reading(.seconds, seconds), Reading(.processorSeconds, processorSeconds)] }
}

extension Home {
    /// The environment for a program that reaches every address of this machine without a proxy.
    var environmentOnLoopback: [String: String] {
        Lede.environment(home: self, adding: ["TERM": "xterm-256color", "no_proxy": "*"])
    }
}

import Foundation
import Library
import TestSupport

/// Measures a thousand feeds, first new and then unchanged, compared with the minimum for either and with other readers
/// on this machine.
struct RefreshBenchmark {
    private let count = 1000
    private let runs = 5
    /// lede's default number of transfers.
    private let transfers = 256

    func run() throws {
        let set = try FeedSet(count: count)
        let server = try FeedServer(set.feeds.map { .feed($0) }, hosts: count)
        let delays = set.feeds.map(\.delay).sorted()
        print(
            String(
                format:
                    "%d feeds, %d items, %.0f MB, %.0f compressed, of servers that take %.0f ms in the middle and %.0f at most; medians of %d runs:",
                count, set.items, set.megabytes, set.compressedMegabytes, delays[count / 2] * 1000,
                (delays.last ?? 0) * 1000, runs))
        let floor = try floor(server.urls, set)
        let again = try (0..<runs).map { _ in try BareFetch(server.urls, atOnce: transfers, conditionally: true) }
        try measureLede(server, set, floor, again: Spent(again))
        for peer in PeerReader.all { try measure(peer, server.urls) }
    }

    private func measureLede(_ server: FeedServer, _ set: FeedSet, _ floor: Spent, again: Spent) throws {
        var (first, unchanged): ([ProgramProbe], [ProgramProbe]) = ([], [])
        var watches: [KeyWatch] = []
        for _ in 0..<runs {
            let home = try Home()
            try home.write(urls: server.urls)
            first.append(try lede(home))
            unchanged.append(try lede(home))
            watches.append(try keys(server))
        }
        report(
            "first refresh", Spent(first), floor,
            "the larger of a bare curl loop and the work of fetch, scan and insert")
        report("nothing changed", Spent(unchanged), again, "a bare curl loop")
        report(watches)
    }

    private func lede(_ home: Home) throws -> ProgramProbe {
        let program = try ProgramProbe(
            of: BuildProducts.executable("lede"), ["refresh"], environment: home.environmentOnLoopback)
        precondition(program.status == 0, "the refresh failed")
        return program
    }

    /// The limit for the first refresh: the wait for the servers, or the work of a bare loop at each step.
    private func floor(_ urls: [String], _ set: FeedSet) throws -> Spent {
        let fetch = Spent(try (0..<runs).map { _ in try BareFetch(urls, atOnce: transfers, conditionally: false) })
        let scan = Cost.median(of: 3) {
            for feed in set.feeds { BareScan.run(over: feed.document) }
        }
        let insert = try insertion(urls)
        let work = fetch.processor + (scan.processor + insert.processor) / 1000
        print(
            String(
                format: "  bare: fetch %.2f s (processor %.2f), scan by libxml2 %.2f, insert %.2f",
                fetch.seconds, fetch.processor, scan.processor / 1000, insert.processor / 1000))
        return Spent(seconds: max(fetch.seconds, work), processor: work)
    }

    /// Inserts the rows that a refresh leaves behind, without lede.
    private func insertion(_ urls: [String]) throws -> Cost {
        let home = try Home()
        try home.write(urls: urls)
        _ = try lede(home)
        let rows = try StoredRows(of: home.data + "/library.db")
        return try GeneratedLibrary.withScratch { path in
            try Library(path: path).subscribe(to: urls)
            return Cost { rows.insert(into: path, transactions: 30, pragmas: "PRAGMA synchronous = NORMAL") }
        }
    }

    private func measure(_ peer: PeerReader, _ urls: [String]) throws {
        let home = try Home()
        let folder = home.path + "/peer"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try peer.prepare(folder, urls)
        let environment = home.environmentOnLoopback
        let first = try ProgramProbe(of: peer.program, peer.arguments(folder), environment: environment)
        // newsboat makes conditional requests only from its third refresh on.
        _ = try ProgramProbe(of: peer.program, peer.arguments(folder), environment: environment)
        let again = try ProgramProbe(of: peer.program, peer.arguments(folder), environment: environment)
        print("  \(peer.name), one run: first \(Spent([first])), nothing changed \(Spent([again]))")
    }

    /// Measures only the keys.
    func runKeys() throws {
        let set = try FeedSet(count: count)
        let server = try FeedServer(set.feeds.map { .feed($0) }, hosts: count)
        print("keys while \(count) feeds are refreshed:")
        report(try (0..<3 * runs).map { _ in try keys(server) })
    }

    private func keys(_ server: FeedServer) throws -> KeyWatch {
        let home = try Home()
        try home.write(urls: server.urls)
        return try KeyWatch(home)
    }

    private func report(_ watches: [KeyWatch]) {
        let memory = watches.map(\.privateMegabytes).max() ?? 0
        let (keys, echoes) = (watches.flatMap(\.milliseconds), watches.flatMap(\.echoMilliseconds))
        print("  a key to its frame in a reader meanwhile: \(Quantiles(keys)); private memory \(Int(memory)) MB")
        print("    a key to its echo: \(Quantiles(echoes))")
    }

    private func report(_ name: String, _ spent: Spent, _ floor: Spent, _ meaning: String) {
        print("  \(name): \(spent)")
        print(
            String(
                format: "    %.2f× the time and %.2f× the work of %@: %.2f s, %.2f s", spent.seconds / floor.seconds,
                spent.processor / floor.processor, meaning, floor.seconds, floor.processor))
        print(String(format: "    %.2f ms of the processor a feed", spent.processor / Double(count) * 1000))
    }
}

/// The medians of several runs, and the largest memory.
private struct Spent: CustomStringConvertible {
    var seconds: Double
    var processor: Double
    var privateMegabytes = 0.0

    init(seconds: Double, processor: Double) {
        (self.seconds, self.processor) = (seconds, processor)
    }

    init(_ runs: [ProgramProbe]) {
        self.init(seconds: Self.median(runs.map(\.seconds)), processor: Self.median(runs.map(\.processorSeconds)))
        privateMegabytes = runs.map(\.peakPrivateMegabytes).max() ?? 0
    }

    init(_ runs: [BareFetch]) {
        self.init(seconds: Self.median(runs.map(\.seconds)), processor: Self.median(runs.map(\.processorSeconds)))
    }

    private static func median(_ figures: [Double]) -> Double { figures.sorted()[figures.count / 2] }

    var description: String {
        String(format: "%.2f s, processor %.2f s, private memory %.0f MB", seconds, processor, privateMegabytes)
    }
}

extension Home {
    /// The environment for a program that reaches every address of this machine without a proxy.
    var environmentOnLoopback: [String: String] {
        Lede.environment(home: self, adding: ["TERM": "xterm-256color", "no_proxy": "*"])
    }
}

import FeedParser
import Figures
import Foundation
import Glibc

/// Measures the parsing of feeds, compared with libxml2 alone on the same bytes, and its memory.
struct ParserBenchmark {
    let report: Report

    private let rounds = Scale.runs(15)
    private let bytesPerRound = 4 << 20

    func run() throws {
        report.section("a document")
        for feed in Scale.some(GeneratedFeed.all) { try measure(feed) }
        report.section("memory beside a document of 24 MB")
        try measureMemory()
    }

    private func measure(_ feed: GeneratedFeed) throws {
        let document = feed.document
        let times = max(1, bytesPerRound / document.count)
        func time(_ work: () throws -> Void) rethrows -> Reading {
            let cost = try Cost { for _ in 0..<times { try work() } }
            return Reading(.processorMicroseconds, cost.processor * 1000 / Double(times))
        }
        try report.turns(
            "\(feed.name), \(document.count >> 10) KB", runs: rounds, by: .least,
            [
                .own { try time { _ = try FeedParser.parse(document, baseURL: "https://feeds.example/feed/") } },
                .floor("libxml2's scan") { time { BareScan.run(over: document) } }
            ])
    }

    /// Measures two documents of 24 MB: one with a single short item, and one that is all text.
    private func measureMemory() throws {
        let filling = String(repeating: "<unknown><b>nobody asks for this</b></unknown>", count: 24 << 20 / 46)
        let item = "<item><title>t</title><description>" + String(repeating: "x", count: 1000) + "</description></item>"
        for (name, inside) in [
            ("of which nothing is kept", filling),
            ("of which everything is kept", String(repeating: item, count: 24 << 10))
        ] {
            let document = Array("<rss version=\"2.0\"><channel>\(inside)</channel></rss>".utf8)
            let before = try resetPeak()
            _ = try FeedParser.parse(document)
            let growth = (ProcessMemory.kilobytes("VmHWM") ?? 0) - before
            report.add(name, [Reading(.megabytes, Double(growth) / 1024)])
        }
    }

    /// Resets the peak of this process's memory, and returns its current use.
    private func resetPeak() throws -> Int {
        try Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
        return ProcessMemory.kilobytes("VmRSS") ?? 0
    }
}

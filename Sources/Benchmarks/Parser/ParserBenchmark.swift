import FeedParser
import Foundation
import Glibc

/// Measures the parsing of feeds, compared with libxml2 alone on the same bytes, and its memory.
struct ParserBenchmark {
    private let rounds = 9
    private let bytesPerRound = 16 << 20

    func run() throws {
        print("feeds parsed on one core, beside a scan of the same bytes by libxml2 alone:")
        var total = (scan: 0.0, parse: 0.0)
        for feed in GeneratedFeed.all {
            let seconds = try secondsPerDocument(feed.document)
            total.scan += seconds.scan
            total.parse += seconds.parse
            print(
                "  " + feed.name.padding(toLength: 34, withPad: " ", startingAt: 0)
                    + String(
                        format: "%4d KB   scan %4.0f MB/s   parse %4.0f MB/s %6.0f documents/s   %3.0f%%",
                        feed.document.count >> 10, Double(feed.document.count) / seconds.scan / 1e6,
                        Double(feed.document.count) / seconds.parse / 1e6, 1 / seconds.parse,
                        100 * seconds.scan / seconds.parse))
        }
        print(String(format: "  all of them once: %.0f%% of the scan's speed", 100 * total.scan / total.parse))
        try printMemory()
    }

    /// Takes the best of several rounds of each, in turn, so that other load of the machine affects both.
    private func secondsPerDocument(_ document: [UInt8]) throws -> (scan: Double, parse: Double) {
        let times = max(1, bytesPerRound / document.count)
        var best = (scan: Double.infinity, parse: Double.infinity)
        for _ in 0..<rounds {
            best.scan = min(best.scan, seconds { for _ in 0..<times { BareScan.run(over: document) } })
            best.parse = min(
                best.parse,
                try seconds {
                    for _ in 0..<times { _ = try FeedParser.parse(document, baseURL: "https://feeds.example/feed/") }
                })
        }
        return (best.scan / Double(times), best.parse / Double(times))
    }

    private func seconds(_ body: () throws -> Void) rethrows -> Double {
        let start = clock()
        try body()
        return Double(clock() - start) / Double(CLOCKS_PER_SEC)
    }

    /// Measures two documents of 24 MB: one with a single short item, and one that is all text.
    private func printMemory() throws {
        let filling = String(repeating: "<unknown><b>nobody asks for this</b></unknown>", count: 24 << 20 / 46)
        let item = "<item><title>t</title><description>" + String(repeating: "x", count: 1000) + "</description></item>"
        print("memory at the peak, beside the document itself:")
        for (name, inside) in [
            ("of which nothing is kept", filling),
            ("of which everything is kept", String(repeating: item, count: 24 << 10))
        ] {
            let document = Array("<rss version=\"2.0\"><channel>\(inside)</channel></rss>".utf8)
            let before = try resetPeak()
            _ = try FeedParser.parse(document)
            let growth = (ProcessMemory.kilobytes("VmHWM") ?? 0) - before
            print(
                String(
                    format: "  %@ %2d MB   %5.1f MB", name.padding(toLength: 34, withPad: " ", startingAt: 0),
                    document.count >> 20, Double(growth) / 1024))
        }
    }

    /// Resets the peak of this process's memory, and returns its current use.
    private func resetPeak() throws -> Int {
        try Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
        return ProcessMemory.kilobytes("VmRSS") ?? 0
    }
}

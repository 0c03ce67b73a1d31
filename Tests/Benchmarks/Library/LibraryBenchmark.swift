import Figures
import Foundation
import Library

/// Measures the library at 10,000, 100,000 and a million items, compared with the same queries in SQLite's C interface.
struct LibraryBenchmark {
    let report: Report

    private let sizes = [Scale.tenThousand, Scale.hundredThousand, Scale.million]
    private let runs = Scale.runs(41)

    func run() throws {
        for size in sizes {
            let generated = try GeneratedLibrary.ofSize(size)
            report.section("\(DecimalText.of(size)) items in \(GeneratedArticles.feeds) feeds")
            try opening(generated)
            try counts(generated)
            try memory(generated)
            try PageBenchmark(report, generated).run()
            try MarkBenchmark(report, generated).run()
        }
    }

    /// Measures the work between the start and the first screen: the feeds with their counts, and a list's first page.
    private func opening(_ generated: GeneratedLibrary) throws {
        try report.turns(
            "opened, with feeds and first page", runs: runs,
            [
                .own {
                    try Cost {
                        let library = try Library(path: generated.path)
                        let feeds = try library.feeds()
                        let page = try library.items(of: library.listing(.all), limit: 100)
                        precondition(
                            feeds.count == GeneratedArticles.feeds && page.count == 100, "the screen is full")
                    }
                },
                .floor("SQLite in C") {
                    Cost {
                        let connection = BareConnection(path: generated.path)
                        connection.statement(BareQuery.feeds).read()
                        connection.statement(BareQuery.page(of: "is_listed = 1")).read(.max, .max)
                    }
                }
            ])
    }

    private func counts(_ generated: GeneratedLibrary) throws {
        let library = try Library(path: generated.path)
        let query = BareConnection(path: generated.path).statement(BareQuery.feeds)
        try report.turns(
            "feeds with their counts", runs: runs,
            [
                .own { try Cost { _ = try library.feeds().reduce(0) { $0 + $1.unread } }.onClock },
                .floor("SQLite in C") { Cost { query.read() }.onClock }
            ])
        report.add("tags with their counts", try Cost.runs(runs) { _ = try library.tags() }.map(\.onClock))
    }

    /// In a new process, on a copy because it marks items.
    private func memory(_ generated: GeneratedLibrary) throws {
        for line in try generated.withCopy({ try Probe.lines(of: "memory", [$0]) }) {
            let words = line.split(separator: "\t").map(String.init)
            report.add("private memory, \(words[0])", [Reading(.megabytes, Double(words[1]) ?? .nan)])
        }
    }
}

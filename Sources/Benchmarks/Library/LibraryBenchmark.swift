import Foundation
import Library

/// Measures the library at 10,000, 100,000 and a million items, compared with the same queries in SQLite's C interface.
struct LibraryBenchmark {
    private let sizes = [10_000, 100_000, 1_000_000]
    private let runs = 41

    func run() throws {
        for size in sizes {
            let generated = try GeneratedLibrary.ofSize(size)
            print("library of \(size) items in \(GeneratedArticles.feeds) feeds, \(generated.megabytes) MB:")
            try opening(generated)
            try counts(generated)
            try PageBenchmark(generated).run()
            try MarkBenchmark(generated).run()
            try memory(generated)
        }
    }

    /// Measures the work between the start and the first screen: the feeds with their counts, and a list's first page.
    private func opening(_ generated: GeneratedLibrary) throws {
        let whole = try Cost.median(of: runs) {
            let library = try Library(path: generated.path)
            let feeds = try library.feeds()
            let page = try library.items(of: library.listing(.all), limit: 100)
            precondition(feeds.count == GeneratedArticles.feeds && page.count == 100, "the screen is full")
        }
        let bare = Cost.median(of: runs) {
            let connection = BareConnection(path: generated.path)
            connection.statement(BareQuery.feeds).read()
            connection.statement(BareQuery.page(of: "is_listed = 1")).read(.max, .max)
        }
        print("  open, feeds, first page   \(whole)   bare \(bare)")
    }

    private func counts(_ generated: GeneratedLibrary) throws {
        let library = try Library(path: generated.path)
        let feeds = try Cost.median(of: runs) { _ = try library.feeds().reduce(0) { $0 + $1.unread } }
        let query = BareConnection(path: generated.path).statement(BareQuery.feeds)
        let bare = Cost.median(of: runs) { query.read() }
        print("  feeds with their counts   \(feeds)   bare \(bare)")
        print("  tags with their counts    \(try Cost.median(of: runs) { _ = try library.tags() })")
    }

    /// In a new process, on a copy because it marks items.
    private func memory(_ generated: GeneratedLibrary) throws {
        let steps = try generated.withCopy { try Probe.lines(of: "memory", [$0]) }
        print("  private memory            \(steps.joined(separator: ", "))")
    }
}

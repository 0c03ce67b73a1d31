import FeedParser
import Figures
import Foundation
import Library

/// Measures storing documents in an empty library, compared with a bare loop that inserts the same rows, and storing
/// them again.
struct StoreBenchmark {
    let report: Report

    private let size = Scale.hundredThousand
    private let runs = Scale.runs(5)
    /// The number of documents in one transaction.
    private let batch = 10

    func run() throws {
        let articles = GeneratedArticles(count: size)
        let documents = articles.documents(of: 0..<size)
        var first: [Cost] = []
        var again: [Cost] = []
        var bare: [Cost] = []
        var log = 0
        var rows: StoredRows?
        for _ in 0..<runs {
            try GeneratedLibrary.withScratch { path in
                let library = try Library(path: path)
                try library.subscribe(to: documents.map { GeneratedArticles.address(ofFeed: $0.feed) })
                let feeds = try library.feeds().map(\.id)
                first.append(
                    try Cost { try store(documents.map(\.document), of: feeds, at: GeneratedArticles.end, in: library) }
                )
                // The log is emptied only once no checkpoint runs; otherwise this would be the log of both.
                library.settle()
                BareConnection(path: path, readOnly: false).execute("PRAGMA wal_checkpoint(TRUNCATE)")
                let later = GeneratedArticles.end.addingTimeInterval(3600)
                again.append(
                    try Cost { try store(documents.map(\.document), of: feeds, at: later, in: library) })
                log = try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int ?? 0
                if rows == nil { rows = try StoredRows(of: path) }
            }
            try GeneratedLibrary.withScratch { path in
                guard let rows else { return }
                try Library(path: path).subscribe(to: documents.map { GeneratedArticles.address(ofFeed: $0.feed) })
                bare.append(
                    Cost { rows.insert(into: path, transactions: documents.count / batch, pragmas: Self.pragmas) })
            }
        }
        report.section("\(DecimalText.of(size)) items in \(documents.count) documents, \(batch) a transaction")
        report.add("into an empty library", first, floor: Report.Other("SQLite in C", bare))
        report.add("the same documents again", again)
        report.add("the same documents again, log", [Reading(.bytes, Double(log))])
    }

    private func store(_ documents: [ParsedFeed], of feeds: [FeedID], at date: Date, in library: Library) throws {
        let fetched = zip(documents, feeds).map { Fetched(.document($0), for: $1, at: date) }
        for first in stride(from: 0, to: fetched.count, by: batch) {
            for result in library.store(Array(fetched[first..<min(first + batch, fetched.count)])) {
                _ = try result.get()
            }
        }
    }

    /// The settings of the library's writer.
    private static let pragmas = "PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON"
}

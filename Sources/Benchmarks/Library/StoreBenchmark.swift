import FeedParser
import Foundation
import Library
import SQLite

/// Storing documents in an empty library, beside a bare loop that inserts the same rows, and storing them again.
struct StoreBenchmark {
    private let size = 100_000
    private let runs = 5

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
                first.append(try Cost { try store(documents.map(\.document), of: feeds, in: library) })
                let checkpoint = try Database(path: path, access: .readWrite).checkpoint(.truncate)
                precondition(checkpoint.isComplete, "nobody else has the library open")
                again.append(try Cost { try store(documents.map(\.document), of: feeds, in: library) })
                log = try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int ?? 0
                if rows == nil { rows = try StoredRows(of: path) }
            }
            try GeneratedLibrary.withScratch { path in
                guard let rows else { return }
                try Library(path: path).subscribe(to: documents.map { GeneratedArticles.address(ofFeed: $0.feed) })
                bare.append(
                    Cost { rows.insert(into: path, transactions: documents.count, pragmas: Self.pragmas) })
            }
        }
        print("\(size) items stored in \(documents.count) documents, medians of \(runs) runs:")
        print("  into an empty library     \(Cost.median(of: first))")
        print("  the same rows, bare       \(Cost.median(of: bare))")
        print("  the same documents again  \(Cost.median(of: again)), \(log >> 10) KB of log")
    }

    private func store(_ documents: [ParsedFeed], of feeds: [FeedID], in library: Library) throws {
        for (document, feed) in zip(documents, feeds) {
            _ = try library.store(document, etag: nil, lastModified: nil, for: feed, at: GeneratedArticles.end)
        }
    }

    /// What the library's writer sets.
    private static let pragmas = "PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON"
}

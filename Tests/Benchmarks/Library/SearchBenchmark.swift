import Figures
import Foundation
import Library
import SQLite
import TestSupport
import Typesetting

/// Measures searches at 100,000 and a million items, and indexing compared with a bare FTS5 insert of the same texts.
struct SearchBenchmark {
    static let queries = [
        "lighthouse", "harbour", "quixotic", "harbour lighthouse", "\"古い港\"", "灯台", "lighthouse is:unread"
    ]

    let report: Report

    private let sizes = [Scale.hundredThousand, Scale.million]
    private let runs = Scale.runs(21)
    private let patience = Duration.milliseconds(35)

    func run() throws {
        try indexing(GeneratedLibrary.ofSize(sizes[0]))
        for size in sizes { try searching(GeneratedLibrary.ofSize(size)) }
    }

    // MARK: Indexing

    private func indexing(_ generated: GeneratedLibrary) throws {
        let items = generated.size / 10 * 3
        let pages = try Pages(of: generated, count: items)
        let texts = pages.texts()
        func perItem(_ cost: Cost) -> Reading { Reading(.processorMicroseconds, cost.processor * 1000 / Double(items)) }
        let bytes = texts.reduce(0) { $0 + $1.body.utf8.count } / items
        report.section("an item of \(DecimalText.of(bytes)) bytes indexed, of \(DecimalText.of(items))")
        try generated.withCopy { path in
            try leaveOnly(items, in: path)
            let library = try Library(path: path)
            try report.turns(
                "with the text out of its HTML", runs: Scale.runs(3),
                [
                    .own {
                        try library.discardSearchIndex()
                        return perItem(try Cost { try library.indexForSearch(for: .seconds(600)) })
                    }, .floor("text, FTS5 in C") { perItem(try Cost { try insertBare(pages.texts()) }) }
                ])
            // Once more, because the marks also cost something.
            try library.discardSearchIndex()
            let waits = MarkWaits(library)
            try waits.measured { try library.indexForSearch(for: .seconds(600)) }
            let left = try library.unindexedItems()
            precondition(left == 0, "all is indexed")
            report.add("a mark meanwhile", waits.readings)
        }
    }

    private func insertBare(_ texts: [(title: String, body: String)]) throws {
        try GeneratedLibrary.withScratch { path in
            let connection = BareConnection(path: path, readOnly: false)
            connection.execute(
                """
                PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
                CREATE VIRTUAL TABLE texts USING fts5(title, author, body, content = ''); BEGIN
                """)
            let insert = connection.statement("INSERT INTO texts (rowid, title, body) VALUES (?, ?, ?)")
            for (index, text) in texts.enumerated() {
                insert.bind(Int64(index), to: 1)
                var (title, body) = text
                title.withUTF8 { title in
                    body.withUTF8 { body in
                        insert.bind(title, to: 2)
                        insert.bind(body, to: 3)
                        insert.run()
                    }
                }
            }
            connection.execute("COMMIT")
        }
    }

    private func leaveOnly(_ items: Int, in path: String) throws {
        let database = try Database(path: path, access: .readWrite)
        try database.execute("PRAGMA foreign_keys = ON; DELETE FROM items WHERE id > \(items)")
        _ = try database.checkpoint(.truncate)
    }

    // MARK: Searching

    private func searching(_ generated: GeneratedLibrary) throws {
        let library = try Library(path: generated.path)
        report.section("the first 50 of \(DecimalText.of(generated.size)) items")
        for query in Self.queries { try measure(query, isFinished: true, in: library) }
        for count in [1, 2, 3, 4, 5, 10] {
            try measure(String("lighthouse".prefix(count)), isFinished: false, in: library)
        }
        let snippets = try library.search(SearchQuery("lighthouse")).items.map(\.id)
        report.add(
            "snippets of \(snippets.count)",
            try Cost.runs(runs) {
                for item in snippets { _ = try library.snippet(of: item, for: SearchQuery("lighthouse")) }
            }.map(\.onClock))
    }

    /// Unfinished words may take 35 ms, as while somebody types.
    private func measure(_ text: String, isFinished: Bool, in library: Library) throws {
        var matches = 0
        let costs = try Cost.runs(runs) {
            matches = try library.search(
                SearchQuery(text, isFinished: isFinished), before: Interruption(after: isFinished ? nil : patience)
            ).matches
        }
        report.add(isFinished ? "\(text), \(DecimalText.of(matches)) matches" : "\(text)…", costs.map(\.onClock))
    }
}

/// The HTML of a library's first items.
private struct Pages {
    private var pages: [(title: String, html: String)] = []

    init(of generated: GeneratedLibrary, count: Int) throws {
        let database = try Database(path: generated.path, access: .readOnly)
        pages = try database.all("SELECT title, html FROM items JOIN contents ON item = id WHERE id <= ?", count) {
            ($0.text(0), $0.text(1))
        }
    }

    func texts() -> [(title: String, body: String)] { pages.map { ($0.title, Document(html: $0.html).plainText) } }
}

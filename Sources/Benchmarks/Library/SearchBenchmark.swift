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

    private let sizes = [100_000, 1_000_000]
    private let runs = 21
    private let patience = Duration.milliseconds(35)

    func run() throws {
        try indexing(GeneratedLibrary.ofSize(sizes[0]))
        for size in sizes { try searching(GeneratedLibrary.ofSize(size)) }
    }

    // MARK: Indexing

    private func indexing(_ generated: GeneratedLibrary) throws {
        let items = 30_000
        let pages = try Pages(of: generated, count: items)
        let perItem = 1000 / Double(items)
        var texts: [(title: String, body: String)] = []
        let extraction = Cost { texts = pages.texts() }
        let bare = try Cost { try insertBare(texts) }
        print(
            "search index, \(items) items of \(texts.reduce(0) { $0 + $1.body.utf8.count } / items) bytes, microseconds an item:"
        )
        print("  bare FTS5 insert in one transaction  \(number(bare.processor * perItem))")
        try generated.withCopy { path in
            try leaveOnly(items, in: path)
            let library = try Library(path: path)
            try library.discardSearchIndex()
            let indexing = try Cost { try library.indexForSearch(for: .seconds(600)) }
            // Once more, because the marks also cost something.
            try library.discardSearchIndex()
            let waits = MarkWaits(library)
            try waits.measured { try library.indexForSearch(for: .seconds(600)) }
            let left = try library.unindexedItems()
            precondition(left == 0, "all is indexed")
            let own = indexing.processor - extraction.processor
            print(
                "  ours                                 \(number(own * perItem))   \(String(format: "%.2f", own / bare.processor))× as much"
            )
            print("  and the text out of its HTML         \(number(extraction.processor * perItem))")
            print("  a mark meanwhile waits               \(waits)")
        }
    }

    private func number(_ microseconds: Double) -> String { String(format: "%7.1f", microseconds) }

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
        print("search in \(generated.size) items, the first 50:")
        for query in Self.queries { try report(query, isFinished: true, in: library) }
        print("  as it is typed, in \(patience) at most:")
        for count in [1, 2, 3, 4, 5, 10] {
            try report(String("lighthouse".prefix(count)), isFinished: false, in: library)
        }
        let snippets = try library.search(SearchQuery("lighthouse")).items.map(\.id)
        let cost = try Cost.median(of: runs) {
            for item in snippets { _ = try library.snippet(of: item, for: SearchQuery("lighthouse")) }
        }
        print("  snippets of \(snippets.count)             \(cost)")
    }

    private func report(_ text: String, isFinished: Bool, in library: Library) throws {
        var results: SearchResults?
        let cost = try Cost.median(of: runs) {
            results = try library.search(
                SearchQuery(text, isFinished: isFinished), before: Interruption(after: isFinished ? nil : patience))
        }
        let name = text.padding(toLength: 24, withPad: " ", startingAt: 0)
        print("  \(name)\(cost)   \(results?.matches ?? 0) matches\(results?.isComplete == false ? ", cut short" : "")")
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

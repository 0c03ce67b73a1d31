import Figures
import Foundation
import Library
import SQLite
import Signals
import TestSupport

/// Measures the start, searches and a refresh of a library that keeps the articles of many pages, beside the same library
/// without them, in turns.
struct KeptPagesBenchmark {
    let report: Report

    private let size = Scale.million
    private let pages = Scale.hundredThousand
    private let runs = Scale.runs(15)

    func run() throws {
        try GeneratedLibrary.ofSize(size).withHome { bare, _ in
            try withPages { full in
                report.section("\(DecimalText.of(size)) items, with \(DecimalText.of(pages)) pages")
                report.add("the library", [Reading(.megabytes, megabytes(full))])
                try compare("exec to the first list", bare, full) { try StartBenchmark.milliseconds(to: $0) }
                for (word, _) in GeneratedArticles.planted.prefix(3) {
                    try compare("lede search \(word)", bare, full) {
                        try milliseconds(["search", "--limit", "100", word], $0)
                    }
                }
                try compare("lede items --limit 1000", bare, full) {
                    try milliseconds(["items", "--limit", "1000"], $0)
                }
                let set = try FeedSet(count: 300)
                let server = try FeedServer(set.feeds.map { .feed($0) }, hosts: 300)
                let urls = (0..<GeneratedArticles.feeds).map(GeneratedArticles.address) + server.urls
                let refresh = ["refresh"] + server.urls
                for home in [bare, full] {
                    try home.write(urls: urls)
                    _ = try milliseconds(refresh, home)
                }
                try compare("lede refresh, nothing new", bare, full) { try milliseconds(refresh, $0) }
            }
        }
    }

    /// Passes a home whose library has articles for the pages of its newest items.
    private func withPages(_ body: (Home) throws -> Void) throws {
        let path = try GeneratedLibrary.folder() + "/pages.db"
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
        try? FileManager.default.removeItem(atPath: path)
        try FileManager.default.copyItem(atPath: GeneratedLibrary.ofSize(size).path, toPath: path)
        do {
            let database = try Database(path: path, access: .readWrite)
            try database.transaction {
                let html = GeneratedArticle(.prose, kilobytes: 4).html
                try database.run(
                    """
                    INSERT INTO full_texts (item, fetched, used, bytes, letters, is_preloaded, url, reason, html)
                    SELECT item, date, date, length(?1), length(?1), 1, 'https://example.org/', 'it is the article', ?1
                    FROM states ORDER BY date DESC LIMIT ?2
                    """, html, pages)
            }
        }
        try indexForSearch(path)
        let home = try Home()
        try FileManager.default.createDirectory(atPath: home.data, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: home.data + "/library.db", withDestinationPath: path)
        try home.write(urls: (0..<GeneratedArticles.feeds).map(GeneratedArticles.address))
        // Nothing is too old or too much.
        try home.write(config: "cache-size 100000\ncache-life 36500\n")
        try body(home)
    }

    /// As the reader does in the background, which also rebuilds what the new texts have made slow.
    private func indexForSearch(_ path: String) throws {
        let library = try Library(path: path)
        let caughtUp = DispatchSemaphore(value: 0)
        let subscription = library.searchIndexed.onNext { caughtUp.signal() }
        library.keepSearchIndexed()
        caughtUp.wait()
        subscription.dispose()
    }

    private func megabytes(_ home: Home) -> Double {
        let path = URL(filePath: home.data + "/library.db").resolvingSymlinksInPath().path
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return Double(attributes?[.size] as? Int ?? 0) / Double(1 << 20)
    }

    private func compare(
        _ name: String, _ bare: Home, _ full: Home, _ measure: @escaping (Home) throws -> Double
    ) throws {
        try report.turns(
            name, runs: runs,
            [
                .own { Reading(.milliseconds, try measure(full)) },
                .floor("without pages") { Reading(.milliseconds, try measure(bare)) }
            ])
    }

    private func milliseconds(_ words: [String], _ home: Home) throws -> Double {
        let start = ContinuousClock.now
        let run = try CommandRun(
            program: BuildProducts.executable("lede"), arguments: words, environment: home.environmentOnLoopback)
        precondition(run.status == 0, "\(words) failed: \(run.errors)")
        return (ContinuousClock.now - start) / .milliseconds(1)
    }
}

import FeedParser
import Figures
import Foundation
import Library
import MovingIn
import SQLite

/// Measures the import of newsboat's cache, with every second article read.
struct ImportBenchmark {
    let report: Report
    let size: Int

    func run() throws {
        try GeneratedLibrary.withScratch { path in
            let cache = path + ".newsboat"
            defer { try? FileManager.default.removeItem(atPath: cache) }
            try writeCache(cache)
            let folder = (cache as NSString).deletingLastPathComponent
            let library = try Library(path: path)
            let urls = (0..<GeneratedArticles.feeds).map(GeneratedArticles.address)
            let cost = try Cost {
                let store = try NewsboatCache(path: cache, copyingTo: folder, subscribed: Set(urls))
                let taken = try library.importData(store, at: GeneratedArticles.end)
                precondition(taken.items == size && taken.read >= size / 2, "not all came over: \(taken)")
                library.settle()
            }
            report.section("newsboat's cache of \(DecimalText.of(size)) articles")
            report.add("imported", [cost])
        }
    }

    private func writeCache(_ path: String) throws {
        let database = try Database(path: path, access: .readWriteCreate)
        try database.execute(Self.schema)
        let articles = GeneratedArticles(count: size)
        try database.transaction {
            let insert = try database.statement(
                """
                INSERT INTO rss_item (guid, title, author, url, feedurl, pubDate, content, unread)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """)
            for first in stride(from: 0, to: size, by: 10_000) {
                for (feed, document) in articles.documents(of: first..<min(first + 10_000, size)) {
                    for item in document.items {
                        let seconds = Int64(item.published?.timeIntervalSince1970 ?? 0)
                        try insert.run(
                            item.id, item.title, item.authors.first, item.link,
                            GeneratedArticles.address(ofFeed: feed), seconds, item.content, false)
                    }
                }
            }
            try database.run("UPDATE rss_item SET unread = id % 2")
        }
    }

    /// newsboat's own schema.
    private static let schema = """
        CREATE TABLE rss_item (
            id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, guid VARCHAR(64), title VARCHAR(1024), author VARCHAR(1024),
            url VARCHAR(1024), feedurl VARCHAR(1024), pubDate INTEGER, content VARCHAR(65535), unread INTEGER(1),
            enclosure_url VARCHAR(1024), enclosure_type VARCHAR(1024), enqueued INTEGER(1) NOT NULL DEFAULT 0,
            flags VARCHAR(52), deleted INTEGER(1) NOT NULL DEFAULT 0);
        CREATE INDEX idx_guid ON rss_item(guid);
        CREATE INDEX idx_feedurl ON rss_item(feedurl);
        CREATE INDEX idx_deleted ON rss_item(deleted);
        """
}

import FeedParser
import Foundation
import Library
import SQLite
import TestSupport

/// A library of generated articles, built once for each size, seed and schema and kept beside the build.
///
/// It is filled like a user's library: week by week, and feed by feed within a week.
struct GeneratedLibrary {
    let size: Int
    /// The kept file, only for reading. Writers use a `copy`.
    let path: String

    private let hasShortItems: Bool

    /// Returns the kept library, or builds it.
    static func ofSize(_ size: Int, withShortItems hasShortItems: Bool = false) throws -> GeneratedLibrary {
        let folder = try folder()
        let schema = try schema(in: folder)
        let kind = "\(size)-\(GeneratedArticles.seed)-\(schema.version)\(hasShortItems ? "-short" : "")"
        let library = GeneratedLibrary(size: size, path: "\(folder)/library-\(kind).db", hasShortItems: hasShortItems)
        if FileManager.default.fileExists(atPath: library.path), try Schema(of: library.path) == schema {
            return library
        }
        try library.build()
        return library
    }

    /// Passes a home whose library is a temporary copy, and the copy's path.
    func withHome<Result>(_ body: (Home, String) throws -> Result) throws -> Result {
        let copy = try "\(Self.folder())/\(Self.scratch)\(UUID()).db"
        defer { try? Self.remove(copy) }
        try FileManager.default.copyItem(atPath: path, toPath: copy)
        // Otherwise the first measured transaction would wait until the copy is on the disk.
        try FileHandle(forUpdating: URL(filePath: copy)).synchronize()
        let home = try Home()
        try FileManager.default.createDirectory(atPath: home.data, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: home.data + "/library.db", withDestinationPath: copy)
        try home.write(urls: (0..<GeneratedArticles.feeds).map(GeneratedArticles.address))
        try home.keepFromRefreshing()
        return try body(home, copy)
    }

    private static let scratch = "scratch-"

    /// Removes the copies of runs that were broken off.
    static func removeCopies() throws {
        let folder = try folder()
        for file in try FileManager.default.contentsOfDirectory(atPath: folder) where file.hasPrefix(scratch) {
            try FileManager.default.removeItem(atPath: "\(folder)/\(file)")
        }
    }

    /// Moves the feeds of a copy to these URLs.
    static func moveFeeds(of home: Home, to urls: [String]) throws {
        let database = try Database(path: home.data + "/library.db", access: .readWrite)
        for (number, url) in urls.prefix(GeneratedArticles.feeds).enumerated() {
            try database.run("UPDATE feeds SET url = ? WHERE url = ?", url, GeneratedArticles.address(ofFeed: number))
        }
        try home.write(urls: urls)
    }

    private func build() throws {
        let unfinished = path + ".unfinished"
        try Self.remove(path)
        try Self.remove(unfinished)
        let cost = try Cost {
            try storeArticles(in: unfinished)
            try Library(path: unfinished).indexForSearch(for: .seconds(36_000))
        }
        try "\(cost.processor / 1000)".write(toFile: path + ".cost", atomically: true, encoding: .utf8)
        try Self.markSome(in: unfinished)
        try FileManager.default.moveItem(atPath: unfinished, toPath: path)
        print("built \(path) in \(cost.wall / 1000) s")
    }

    /// The processor time of storing and indexing it.
    var cost: Reading {
        get throws {
            Reading(.processorSeconds, Double(try String(contentsOfFile: path + ".cost", encoding: .utf8)) ?? 0)
        }
    }

    private func storeArticles(in path: String) throws {
        let library = try Library(path: path)
        try library.subscribe(to: (0..<GeneratedArticles.feeds).map(GeneratedArticles.address))
        let feeds = try library.feeds().map(\.id)
        let articles = GeneratedArticles(count: size, areShort: hasShortItems)
        let weeks = 156
        for week in 0..<weeks {
            let numbers = size * week / weeks..<size * (week + 1) / weeks
            let fetched = articles.documents(of: numbers).map { feed, document in
                Fetched(.document(document), for: feeds[feed], at: articles.date(of: numbers.upperBound))
            }
            for result in library.store(fetched) { _ = try result.get() }
        }
    }

    /// Marks three in five items read, nearly all of the older half, stars one in a hundred, and tags the feeds.
    private static func markSome(in path: String) throws {
        let database = try Database(path: path, access: .readWrite)
        try database.transaction {
            let newer = GeneratedArticles.end.addingTimeInterval(-0.45 * 3 * 365 * 86_400)
            try database.run(
                """
                UPDATE states SET is_read = 1, read_at = date + 86400000
                WHERE item * 7919 % 100 < CASE WHEN date < ? THEN 96 ELSE 16 END
                """, newer)
            try database.run("UPDATE states SET is_starred = 1, starred_at = date + 86400000 WHERE item % 100 = 13")
            try database.execute(
                """
                UPDATE feeds SET unread =
                    (SELECT count(*) FROM states WHERE feed = feeds.id AND is_read = 0 AND is_deleted = 0);
                UPDATE totals SET unread = (SELECT count(*) FROM states WHERE is_listed = 1 AND is_read = 0),
                    starred = (SELECT count(*) FROM states WHERE is_starred = 1 AND is_deleted = 0);
                """)
            for feed in 1...GeneratedArticles.feeds {
                for tag in Set([feed % GeneratedArticles.tags, feed / GeneratedArticles.tags % GeneratedArticles.tags])
                {
                    try database.run("INSERT INTO feed_tags (feed, tag) VALUES (?, ?)", feed, "tag \(tag)")
                }
            }
        }
        _ = try database.checkpoint(.truncate)
    }

    /// Returns `.build/bench`, beside the release build that this runs from.
    static func folder() throws -> String {
        let running = URL(filePath: try BuildProducts.executable("Benchmarks")).pathComponents
        guard let build = running.lastIndex(of: ".build") else { throw CocoaError(.fileNoSuchFile) }
        let folder = (running[1...build] + ["bench"]).reduce("") { $0 + "/" + $1 }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return folder
    }

    /// Returns the schema of a new library.
    private static func schema(in folder: String) throws -> Schema {
        let empty = "\(folder)/empty.db"
        try remove(empty)
        defer { try? remove(empty) }
        _ = try Library(path: empty)
        return try Schema(of: empty)
    }

    private static func remove(_ path: String) throws {
        for file in [path, path + "-wal", path + "-shm"] where FileManager.default.fileExists(atPath: file) {
            try FileManager.default.removeItem(atPath: file)
        }
    }
}

/// The version of a file's schema with its tables: an unreleased version may change without a new number.
private struct Schema: Equatable {
    let version: Int
    let tables: [String]

    init(of path: String) throws {
        let database = try Database(path: path, access: .readOnly)
        version = try database.first("PRAGMA user_version") { $0.int(0) } ?? 0
        // The parts of the search index are created as it grows.
        tables = try database.all(
            "SELECT coalesce(sql, name) FROM sqlite_schema WHERE tbl_name NOT GLOB 'search_[0-9]*' ORDER BY name"
        ) { $0.text(0) }
    }
}

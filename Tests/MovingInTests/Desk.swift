import FeedParser
import Foundation
import MovingIn
import SQLite
import TestSupport

@testable import Library

/// A library, and a folder with another reader's files.
struct Desk {
    let home: Home
    let library: Library

    init() throws {
        home = try Home()
        library = try Library(path: home.path + "/library.db")
    }

    /// Creates another reader's database from a script, and returns its path.
    func database(_ script: String) throws -> String {
        let path = home.path + "/theirs.db"
        try Database(path: path, access: .readWriteCreate).execute(script)
        return path
    }

    func file(_ name: String, _ text: String) throws -> String {
        let path = home.path + "/" + name
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return path
    }

    func newsboat(_ script: String, subscribed: Set<String> = ["https://a.example/feed"]) throws -> TakenOver {
        let cache = try database(Self.newsboatTables + script)
        return try library.importData(
            NewsboatCache(path: cache, copyingTo: home.path, subscribed: subscribed), at: Date())
    }

    /// Returns the items of all feeds by title.
    func items() throws -> [String: Item] {
        let items = try library.feeds().flatMap { try library.items(of: $0.id, unreadOnly: false, limit: .max) }
        return Dictionary(uniqueKeysWithValues: items.map { ($0.title, $0) })
    }

    /// The tables of newsboat 2.33.
    static let newsboatTables = """
        CREATE TABLE rss_feed (rssurl TEXT PRIMARY KEY, url TEXT, title TEXT, lastmodified INTEGER, etag TEXT);
        CREATE TABLE rss_item (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT, title TEXT, author TEXT, url TEXT,
            feedurl TEXT, pubDate INTEGER, content TEXT, unread INTEGER, enclosure_url TEXT, enclosure_type TEXT,
            enqueued INTEGER DEFAULT 0, flags TEXT, deleted INTEGER DEFAULT 0, base TEXT DEFAULT '',
            content_mime_type TEXT DEFAULT '');

        """
}

extension Desk {
    /// Stores a feed's current document, as a refresh does.
    func store(_ feed: SampleFeed, in known: Feed) throws -> Stored {
        let parsed = try FeedParser.parse(Array(feed.rss.utf8), contentType: nil, baseURL: known.url)
        return try library.store(parsed, etag: nil, lastModified: nil, for: known.id, at: Date())
    }
}

import Foundation
import SQLite
import TestSupport
import Testing

@testable import Library
@testable import MovingIn

@Suite struct `An import from newsboat` {
    private let desk: Desk

    init() throws { desk = try Desk() }

    @Test func `importing newsboat's cache brings feeds, items, read marks and flags`() throws {
        let taken = try desk.newsboat(
            """
            INSERT INTO rss_feed VALUES ('https://a.example/feed', 'https://a.example/', 'A', 1700000000, '"v1"');
            INSERT INTO rss_item (guid, title, author, url, feedurl, pubDate, content, unread, flags) VALUES
                ('1', 'Read', 'Ann', 'https://a.example/1', 'https://a.example/feed', 1700000000, '<p>One', 0, NULL),
                ('2', 'Unread', '', 'https://a.example/2', 'https://a.example/feed', 1700000100, '<p>Two', 1, 'sZ');
            """)
        #expect(taken == TakenOver(feeds: ["https://a.example/feed"], items: 2, read: 1, tags: 2))
        let items = try desk.items()
        #expect(items["Read"]?.isRead == true)
        #expect(items["Unread"]?.isRead == false)
        #expect(items["Read"]?.date == Date(timeIntervalSince1970: 1_700_000_000))
        let feed = try #require(try desk.library.feeds().first)
        let details = try desk.library.details(of: feed.id)
        #expect(feed.title == "A" && details.site == "https://a.example/" && feed.unread == 1 && feed.total == 2)
        #expect(details.etag == nil && details.lastModified == nil)
        #expect(try desk.library.check().isEmpty)
    }

    @Test func `a cache of many feeds is imported, each feed as fast as the first`() throws {
        _ = try desk.newsboat(
            """
            WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 12000)
            INSERT INTO rss_feed SELECT 'https://a.example/' || n, '', 'A', 0, '' FROM numbers;
            """, subscribed: Set((1...12000).map { "https://a.example/\($0)" }))
        let feeds = try desk.library.feeds()
        #expect(feeds.count == 12000 && feeds.last?.url == "https://a.example/12000")
    }

    @Test func `a cache with a huge hole isn't copied`() throws {
        let cache = try desk.file("cache.db", "")
        try #require(truncate(cache, 1 << 40) == 0)
        #expect(throws: MovingFailure.unreadable(path: cache, reason: "it's larger than 4 GB")) {
            try NewsboatCache(path: cache, copyingTo: desk.home.path, subscribed: [])
        }
    }

    @Test func `importing newsboat's cache marks an article in every feed that has it`() throws {
        let taken = try desk.newsboat(
            """
            INSERT INTO rss_item (guid, title, url, feedurl, pubDate, unread, flags) VALUES
                ('1', 'Shared', 'https://x.example/1', 'https://a.example/feed', 1700000000, 1, ''),
                ('x', 'Shared', 'https://x.example/1', 'https://b.example/feed', 1700000000, 0, 's'),
                ('2', 'Other', 'https://x.example/2', 'https://a.example/feed', 1700000000, 1, '');
            """, subscribed: ["https://a.example/feed", "https://b.example/feed"])
        let urls: Set = ["https://a.example/feed", "https://b.example/feed"]
        #expect(taken == TakenOver(feeds: urls, items: 3, read: 1, tags: 1))
        let feeds = try desk.library.feeds()
        #expect(feeds.map(\.unread) == [1, 0])
        #expect(try desk.library.counts(of: .taggedItems("s")).items == 1)
        #expect(try desk.library.counts(of: .all).unread == 1)
        #expect(try desk.library.check().isEmpty)
    }

    @Test func `importing newsboat's cache never restores deleted items`() throws {
        let taken = try desk.newsboat(
            """
            INSERT INTO rss_item (guid, title, url, feedurl, unread, deleted) VALUES
                ('1', 'Gone', 'https://a.example/1', 'https://a.example/feed', 1, 1);
            """)
        #expect(taken.deleted == 1)
        #expect(try desk.items().isEmpty)
        #expect(try desk.library.feeds().first?.total == 0)
    }

    @Test func `imported feeds that aren't in the urls file stay hidden with their items`() throws {
        let other = "INSERT INTO rss_item (guid, title, feedurl, unread) VALUES ('1', 'Kept', 'https://b.example/', 1);"
        #expect(try desk.newsboat(other).items == 1)
        #expect(try desk.library.feeds().isEmpty)
        try desk.library.subscribe(to: ["https://b.example/"])
        #expect(try desk.items().keys.sorted() == ["Kept"])
    }

    @Test func `an old version of newsboat's cache with fewer columns is imported`() throws {
        let cache = try desk.database(
            """
            CREATE TABLE rss_item (guid, title, feedurl, unread);
            INSERT INTO rss_item VALUES ('1', 'Old', 'https://a.example/feed', 0);
            """)
        let store = try NewsboatCache(
            path: cache, copyingTo: desk.home.path, subscribed: ["https://a.example/feed"])
        #expect(try desk.library.importData(store, at: Date()).read == 1)
    }

    @Test func `newsboat's cache can be imported again without harm`() throws {
        let script = """
            INSERT INTO rss_item (guid, title, url, feedurl, unread) VALUES
                ('1', 'One', 'https://a.example/1', 'https://a.example/feed', 0);
            """
        _ = try desk.newsboat(script)
        let store = try NewsboatCache(
            path: desk.home.path + "/theirs.db", copyingTo: desk.home.path, subscribed: ["https://a.example/feed"])
        #expect(try desk.library.importData(store, at: Date()) == TakenOver())
        #expect(try desk.items().count == 1)
    }

    @Test func `an item is recognised by the id that newsboat made up`() throws {
        // Without an id newsboat uses the link and the date, and without a link the title.
        _ = try desk.newsboat(
            """
            INSERT INTO rss_item (guid, title, url, feedurl, pubDate, unread) VALUES
                ('https://a.example/1Tue, 14 Nov 2023 22:13:20 +0000', 'Linked', 'https://a.example/1',
                    'https://a.example/feed', 1700000000, 0);
            """)
        let feed = try #require(try desk.library.feeds().first)
        let again = SampleFeed(
            title: "A", items: [.init(title: "Linked", link: "https://a.example/1")])
        #expect(try desk.store(again, in: feed).new == 0)
        #expect(try desk.items()["Linked"]?.isRead == true)
    }

    @Test func `an import neither writes to newsboat's cache nor leaves files beside it`() throws {
        let cache = try desk.database(Desk.newsboatTables)
        let before = try Data(contentsOf: URL(fileURLWithPath: cache))
        _ = try desk.library.importData(
            NewsboatCache(path: cache, copyingTo: desk.home.path, subscribed: []), at: Date())
        #expect(try Data(contentsOf: URL(fileURLWithPath: cache)) == before)
        let names = try FileManager.default.contentsOfDirectory(atPath: desk.home.path)
        #expect(names.allSatisfy { !$0.hasPrefix("import.") && !$0.hasPrefix("theirs.db-") })
    }

    @Test func `the next import removes the copies of a killed one`() throws {
        let cache = try desk.database(Desk.newsboatTables)
        let old = desk.home.path + "/import.killed"
        for folder in [old, desk.home.path + "/import.just-now"] {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data("half".utf8).write(to: URL(filePath: folder + "/copy.db"))
        }
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -3600)], ofItemAtPath: old)
        _ = try NewsboatCache(path: cache, copyingTo: desk.home.path, subscribed: [])
        let names = try FileManager.default.contentsOfDirectory(atPath: desk.home.path)
        // Another import may have just begun.
        #expect(names.filter { $0.hasPrefix("import.") } == ["import.just-now"])
    }

    @Test(arguments: [
        "not a database at all", "SQLite format 3\0 and then nothing of it", ""
    ])
    func `a file that isn't newsboat's cache is refused with a reason`(text: String) throws {
        let path = try desk.file("theirs.db", text)
        #expect(throws: MovingFailure.self) {
            try NewsboatCache(path: path, copyingTo: desk.home.path, subscribed: [])
        }
    }

    @Test func `a cache damaged in the middle leaves the library unchanged`() throws {
        let rows = (0..<5000).map {
            "('\($0)', 'T\($0)', 'https://a.example/feed', 0, '\(String(repeating: "x", count: 900))')"
        }
        let cache = try desk.database(Desk.newsboatTables)
        let theirs = try Database(path: cache, access: .readWrite)
        // In pieces, since a statement may not be longer than allowed.
        for start in stride(from: 0, to: rows.count, by: 500) {
            let values = rows[start..<start + 500].joined(separator: ",")
            try theirs.execute("INSERT INTO rss_item (guid, title, feedurl, unread, content) VALUES \(values);")
        }
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: cache))
        try file.seek(toOffset: 3_000_000)
        try file.write(contentsOf: Data(repeating: 0xAB, count: 600_000))
        try file.close()
        let store = try NewsboatCache(path: cache, copyingTo: desk.home.path, subscribed: ["https://a.example/feed"])
        #expect(throws: TakeoverFailure.self) { try desk.library.importData(store, at: Date()) }
        #expect(try desk.library.feeds().isEmpty)
        #expect(try desk.library.check().isEmpty)
    }

    @Test func `a cache whose journal names another file is refused with advice, and that file stays`() throws {
        let cache = try desk.database(Desk.newsboatTables)
        let letter = try desk.file("letter", "Dear Anna")
        try ForeignJournal.write(beside: cache, naming: letter)
        let failure = #expect(throws: MovingFailure.self) {
            try NewsboatCache(path: cache, copyingTo: desk.home.path, subscribed: [])
        }
        #expect(
            failure?.description
                == "can't read \(cache): its journal names another file, which SQLite would delete: move the journal away"
        )
        #expect(FileManager.default.fileExists(atPath: letter))
    }

    @Test func `a view in place of newsboat's table isn't read`() throws {
        let path = try desk.database(
            "CREATE VIEW rss_item AS SELECT 1 AS guid, 2 AS feedurl, 3 AS unread, randomblob(1000) AS title")
        #expect(throws: MovingFailure.self) {
            try NewsboatCache(path: path, copyingTo: desk.home.path, subscribed: [])
        }
    }
}

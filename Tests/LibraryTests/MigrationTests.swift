import Foundation
import SQLite
import TestSupport
import Testing

@testable import Library

/// Libraries written by older versions of lede.
@Suite struct MigrationTests {
    private let home: Home
    private let path: String

    init() throws {
        home = try Home()
        path = home.path + "/library.db"
    }

    @Test func `a library of the first schema is migrated completely`() throws {
        try leaveFirstSchema()
        let library = try Library(path: path)
        #expect(library.salvage == nil)
        let feeds = try library.feeds()
        #expect(feeds.map(\.title) == ["Kept"])
        #expect((feeds[0].unread, feeds[0].total, feeds[0].lastError) == (1, 2, "no luck"))
        #expect(try library.details(of: feeds[0].id).etag == "v1")
        #expect(feeds[0].lastSuccess == Date(timeIntervalSince1970: 1000.5))
        let items = try library.items(unreadOnly: false, limit: 10)
        #expect(items.map(\.title) == ["second", "first"])
        #expect(items.map(\.isRead) == [false, true])
        #expect(items.map(\.date) == [2000.25, 1000].map(Date.init(timeIntervalSince1970:)))
        #expect(try library.article(items[0].id)?.html == "<p>2</p>")
    }

    @Test func `a library of the third schema keeps what fetching found out`() throws {
        try leaveThirdSchema()
        let library = try Library(path: path)
        #expect(library.salvage == nil)
        let feeds = try library.feeds()
        let (kept, failing) = (feeds[0].fetching, feeds[1].fetching)
        let details = try library.details(of: feeds[0].id)
        #expect((details.etag, details.lastModified, details.bodyHash) == ("v1", "today", 7))
        #expect((kept.lastSuccess, kept.errorCount) == (Date(timeIntervalSince1970: 2), 0))
        #expect((failing.lastError, failing.errorCount) == ("no luck", 3))
        #expect(try library.check() == [])
    }

    @Test(arguments: 2..<Migration.all.count)
    func `a library of each later schema keeps its items, marks and steps to undo`(version: Int)
        throws
    {
        try leaveSchema(version)
        let library = try Library(path: path)
        #expect(library.salvage == nil)
        #expect(try library.check() == [])
        let feeds = try library.feeds()
        #expect(feeds.map(\.name) == ["Second", "Mine"])
        #expect(feeds.map(\.tags) == [[], ["news"]])
        #expect(try (feeds[1].unread, feeds[1].total, library.details(of: feeds[1].id).etag) == (1, 2, "v1"))
        let items = try library.items(unreadOnly: false, limit: 10)
        #expect(items.map(\.title) == ["second", "first"])
        #expect(items.map(\.isRead) == [false, true])
        #expect(try library.article(items[0].id)?.html == "<p>2</p>")
        library.undo { _ in }
        library.drain()
        #expect(try library.feeds()[1].unread == 2)
    }

    private func leaveSchema(_ version: Int) throws {
        let database = try Database(path: path, access: .readWriteCreate, options: .library)
        try database.migrate(Array(Migration.all.prefix(version)))
        try database.execute(
            """
            INSERT INTO feeds (url, position, own_title, title, unread, total, newest_item)
            VALUES ('https://example.org/1', 1, 'Mine', 'Its own', 1, 2, 2),
                ('https://example.org/2', 0, NULL, 'Second', 0, 0, NULL);
            INSERT INTO feed_tags VALUES (1, 'news');
            INSERT INTO fetches (feed, etag) VALUES (1, 'v1');
            INSERT INTO items (feed, identity, revision, title, added) VALUES (1, 1, 7, 'first', 1000), (1, 2, 8, 'second', 2000);
            INSERT INTO contents (item, html) VALUES (1, '<p>1</p>'), (2, '<p>2</p>');
            INSERT INTO states (item, feed, date, is_read, read_at) VALUES (1, 1, 1000, 1, 5000), (2, 1, 2000, 0, NULL);
            INSERT INTO feed_days VALUES (1, 0, 2);
            UPDATE totals SET items = 2, unread = 1;
            """)
        try database.run(
            "INSERT INTO journal (kind, began, ended, items) VALUES ('read', 5000, 5000, ?)",
            ItemSet([ItemID(1)]).encoded)
    }

    private func leaveThirdSchema() throws {
        let database = try Database(path: path, access: .readWriteCreate, options: .library)
        try database.migrate(Array(Migration.all.prefix(3)))
        try database.execute(
            """
            INSERT INTO feeds (url, position) VALUES ('https://example.org/kept', 0), ('https://example.org/failing', 1);
            INSERT INTO fetches (feed, etag, last_modified, body_hash, last_attempt, last_success, last_error, error_count)
            VALUES (1, 'v1', 'today', 7, 2000, 2000, NULL, 0), (2, NULL, NULL, NULL, 3000, 1000, 'no luck', 3);
            """)
    }

    private func leaveFirstSchema() throws {
        let database = try Database(path: path, access: .readWriteCreate)
        try database.migrate([Migration.all[0]])
        try database.execute(
            """
            INSERT INTO feeds (url, position, is_subscribed, title, unread, total, newest_item, etag, last_success, last_error)
            VALUES ('https://example.org/kept', 0, 1, 'Kept', 1, 2, 2, 'v1', 1000.5, 'no luck'),
                ('https://example.org/left', 1, 0, 'Left', 1, 1, 3, NULL, NULL, NULL);
            INSERT INTO items (feed, identity, revision, title, date, is_read)
            VALUES (1, '1', 7, 'first', 1000, 1), (1, '2', 8, 'second', 2000.25, 0), (2, '1', 9, 'away', 3000, 0);
            INSERT INTO contents VALUES (1, '<p>1</p>'), (2, '<p>2</p>'), (3, '<p>3</p>');
            """)
    }
}

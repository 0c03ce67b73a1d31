import FeedParser
import Foundation
import Library
import SQLite
import TestSupport

/// A library in its own temporary folder, with feeds that no server provides: `feed/1`, `feed/2` and so on.
struct Shelf {
    let library: Library
    let path: String
    private let home: Home

    init(feeds count: Int = 1) throws {
        home = try Home()
        path = home.path + "/library.db"
        library = try Library(path: path)
        try library.subscribe(to: (1...count).map(Self.url))
    }

    /// The same library, opened again as another process would.
    init(sharing other: Shelf) throws {
        home = other.home
        path = other.path
        library = try Library(path: path)
    }

    static func url(_ number: Int) -> String { "https://example.org/feed/\(number)" }

    func feed(_ number: Int = 1) throws -> Feed {
        try library.feeds().filter { $0.url == Self.url(number) }[0]
    }

    func details(_ number: Int = 1) throws -> FeedDetails { try library.details(of: feed(number).id) }

    @discardableResult
    func store(_ items: ParsedItem..., in number: Int = 1, at now: Date = .noon) throws -> Stored {
        try store(items, in: number, at: now)
    }

    @discardableResult
    func store(_ items: [ParsedItem], in number: Int = 1, at now: Date = .noon) throws -> Stored {
        let document = ParsedFeed(format: .rss20, title: "Feed \(number)", items: items)
        return try library.store(document, etag: nil, lastModified: nil, for: feed(number).id, at: now)
    }

    /// Sets the saved searches, as a urls file would that otherwise matches the library.
    func follow(queries: [SavedQuery]) throws {
        let subscriptions = try library.feeds().map { feed in
            Subscription(
                feed.url, ownTitle: feed.ownTitle, tags: feed.tags, folder: feed.folder, isHidden: feed.isHidden)
        }
        let list = FollowedList(subscriptions, queries: queries)
        try library.follow(list) { list }
    }

    /// All items of a feed, newest first.
    func items(in number: Int = 1) throws -> [Item] {
        try library.items(of: feed(number).id, unreadOnly: false, limit: .max)
    }

    func titles(in number: Int = 1) throws -> [String] { try items(in: number).map(\.title) }

    /// The titles of unread items in all feeds.
    func unreadTitles() throws -> [String] {
        try library.items(unreadOnly: true, limit: .max).map(\.title)
    }

    /// Marks the item with this title, and waits until the mark is written.
    func mark(_ title: String, read isRead: Bool = true) throws {
        for item in try library.items(unreadOnly: false, limit: .max) where item.title == title {
            library.mark(item, read: isRead)
        }
        library.drain()
    }

    /// Makes SQLite refuse every change to these tables, or those that match a condition on the `new` row.
    func forbidWriting(to tables: [String], when condition: String = "1") throws {
        let database = try Database(path: path, access: .readWrite)
        for (table, change) in tables.flatMap({ table in ["INSERT", "UPDATE", "DELETE"].map { (table, $0) } }) {
            guard condition == "1" || change != "DELETE" else { continue }
            try database.execute(
                """
                CREATE TRIGGER no_\(change)_\(table) BEFORE \(change) ON \(table) WHEN \(condition)
                BEGIN SELECT RAISE(ABORT, 'written'); END
                """)
        }
    }
}

extension Date {
    /// A fixed moment.
    static let noon = Date(timeIntervalSince1970: 1_780_000_000)
}

extension ParsedItem {
    /// An item whose id in the feed is its title unless another is given.
    init(_ title: String, id: String? = nil, text: String = "", hoursAgo: Double? = nil) {
        self.init(
            id: id ?? title, title: title, published: hoursAgo.map { .noon - $0 * 3600 }, content: text)
    }
}

extension Library {
    /// Follows feeds and saved searches, as a urls file with these would.
    func follow(_ subscriptions: [Subscription], of file: FollowedFile? = nil) throws {
        let queries = try queries(isCounting: false).map { SavedQuery(name: $0.name, expression: $0.expression) }
        let list = FollowedList(subscriptions, queries: queries, of: file)
        try follow(list) { list }
    }
}

// Shortcuts for tests.
extension Library {
    /// The feeds that are due now, in their order.
    func dueFeeds(at now: Date) throws -> [Feed] { try due(among: feeds(), at: now) }

    /// When the next feed is due; nil if none ever is.
    func nextDue() throws -> Date? {
        try nextRequest(among: feeds())
    }

    func mark(_ item: Item, read isRead: Bool) { mark(.item(item.id), isRead ? .read : .unread) }

    /// Notes that the server had nothing new.
    func noteUnchanged(etag: String?, lastModified: String?, for feed: FeedID, at now: Date) throws {
        _ = try store([Fetched(.unchanged, for: feed, etag: etag, lastModified: lastModified, at: now)])[0].get()
    }

    func noteFailure(_ reason: String, for feed: FeedID, at now: Date) throws {
        _ = try store([Fetched(.failed(reason), for: feed, at: now)])[0].get()
    }

    /// Adds a feed again.
    func subscribe(again feed: FeedID) throws {
        guard let url = try self.feed(feed)?.url else { return }
        let subscriptions = (try feeds().map(\.url) + [url]).map { Subscription($0) }
        try follow(AddedFeeds(subscriptions, of: nil, adding: [url], saying: [])) {}
    }
}

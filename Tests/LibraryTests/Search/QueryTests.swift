import FeedParser
import Foundation
import SQLite
import Signals
import TestSupport
import Testing

@testable import Library

@Suite struct QueryTests {
    private let shelf: Shelf
    private var library: Library { shelf.library }

    init() throws {
        shelf = try Shelf(feeds: 3)
        try library.follow([
            Subscription(Shelf.url(1), tags: ["code"]), Subscription(Shelf.url(2), tags: ["code"]),
            Subscription(Shelf.url(3))
        ])
        for feed in 1...3 {
            try shelf.store((1...6).map { ParsedItem("\(feed).\($0) \($0 % 2 == 0 ? "even" : "odd")") }, in: feed)
        }
    }

    @discardableResult
    private func follow(_ expressions: String...) throws -> [Query] {
        try shelf.follow(queries: expressions.map { SavedQuery(name: $0, expression: $0) })
        waitUntilLooked()
        return try library.queries()
    }

    private func waitUntilLooked() {
        while (try? library.queries().allSatisfy(\.isComplete)) == false { library.drain() }
    }

    private func titles(_ query: Query, unreadOnly: Bool = false) throws -> [String] {
        try library.items(of: library.listing(.query(query.id), unreadOnly: unreadOnly), limit: 100).map(\.title)
            .sorted()
    }

    private func query(_ number: Int = 0) throws -> Query { try library.queries()[number] }

    @Test(arguments: [
        "unread = \"yes\"", "unread = \"no\"", "is:starred", "tags # \"code\"", "tags # \"code\" and unread = \"yes\"",
        "title =~ \"even\"", "title =~ \"even\" and unread = \"yes\"", "even", "-even is:starred", "age < 1", "age > 1",
        "after:1h title =~ \"odd\"", "rssurl =~ \"1$\" or title =~ \"even\"", "unread_count > 3",
        "unread_count > 3 odd",
        "is:starred or is:read", "flags # \"later\"", "tag:later", "tag:CODE",
        "-tag:code even", "tags # \"code\" and is:starred",
        "starred = \"no\" is:read"
    ])
    func `a saved search contains the items that match its filter, whatever happens to them`(expression: String) throws
    {
        try follow(expression)
        try expectFilter(expression, "at first")
        let items = try library.items(unreadOnly: false, limit: 100)
        let deeds: [(String, () throws -> Void)] = [
            ("read", { library.mark(.items(ItemSet(items.prefix(9).map(\.id))), .read) }),
            ("starred", { library.mark(.items(ItemSet(items.suffix(5).map(\.id))), .starred) }),
            ("tagged", { library.mark(.items(ItemSet(items.dropFirst(3).prefix(3).map(\.id))), .tagged("later")) }),
            ("deleted", { library.mark(.items(ItemSet(items.dropFirst(7).prefix(4).map(\.id))), .deleted) }),
            ("undone", { library.undo { _ in } }), ("undone", { library.undo { _ in } }),
            ("redone", { library.redo { _ in } }),
            ("new", { try shelf.store((5...9).map { ParsedItem("1.\($0) even and odd", id: "\($0)") }, in: 1) }),
            ("changed", { try shelf.store(ParsedItem("2.1 even now", id: "2.1 odd"), in: 2) }),
            ("left", { try library.unsubscribe([shelf.feed(2).id]) }),
            (
                "tags of feeds",
                { try library.follow([Subscription(Shelf.url(1)), Subscription(Shelf.url(3), tags: ["code"])]) }
            ),
            ("all read", { try library.markAllRead(in: library.listing(.all)) })
        ]
        for (deed, act) in deeds {
            try act()
            library.drain()
            try expectFilter(expression, deed)
        }
        #expect(try library.check() == [])
    }

    private func expectFilter(_ expression: String, _ deed: String) throws {
        let expected = try library.items(matching: Filter(expression), limit: 100)
        let query = try query()
        #expect(try titles(query) == expected.map(\.title).sorted(), "\(deed)")
        let isOfUnread = FilterPlan(try Filter(expression).expression).isUnread
        #expect(query.counts.unread == expected.count { !$0.isRead }, "\(deed)")
        #expect(query.counts.items == (isOfUnread ? query.counts.unread : expected.count), "\(deed)")
        #expect(
            try titles(query, unreadOnly: true) == expected.filter { !$0.isRead }.map(\.title).sorted(), "\(deed)")
    }

    @Test func `a saved search shows one of several duplicates that matches`() throws {
        let queries = try follow("story and tags # \"code\"", "story rssurl =~ \"3$\"", "story")
        let copy = ParsedItem(id: "1", title: "The same story", link: "https://example.org/same", published: .noon)
        for feed in [3, 2, 1] { try shelf.store([copy], in: feed) }
        let feeds = try queries.map { query in
            try library.items(of: library.listing(.query(query.id)), limit: 9).map(\.feed)
        }
        #expect(try feeds == [[shelf.feed(2).id], [shelf.feed(3).id], [shelf.feed(3).id]])
        #expect(try library.queries().map(\.counts.items) == [1, 1, 1])
    }

    @Test(arguments: ["", " and unread = \"yes\"", " and age < 5000"])
    func `a saved search that only tests feeds counts what its list shows`(also: String) throws {
        let query = try follow("rssurl =~ \"[23]$\"" + also)[0]
        let copy = ParsedItem(id: "1", title: "The same story", link: "https://example.org/same", published: .noon)
        for feed in 1...3 { try shelf.store([copy], in: feed) }
        let listed = try library.items(of: library.listing(.query(query.id)), limit: 99)
        #expect(listed.filter { $0.title == "The same story" }.count == 1)
        #expect(try library.queries()[0].counts.items == listed.count)
    }

    @Test func `the list of a saved search stays as it was filled, even when its items are read`() throws {
        let query = try follow("title =~ \"even\" and unread = \"yes\"")[0]
        var listing = try library.listing(.query(query.id))
        #expect(listing.count == 9)
        let item = try #require(try library.items(of: listing, limit: 1).first)
        library.mark(.item(item.id), .read)
        try shelf.store(ParsedItem("even newer"), in: 1)
        library.drain()
        listing.record(.read, of: [item.id])
        #expect(try library.items(of: listing, limit: 100).count == 9)
        library.markAllRead(in: listing)
        library.drain()
        #expect(try titles(self.query()) == ["even newer"])
    }

    @Test func `an item leaves a saved search when it becomes too old`() throws {
        try shelf.store([ParsedItem(id: "old", title: "an old thing", published: Date() - 86_000)], in: 1, at: Date())
        let expression = "age < 1 and title =~ \"old\""
        try follow(expression)
        #expect(try query().counts.items == 1)
        let later = Date() + 500
        try library.pool.write { database in
            try QueryUpkeep.begin(in: database)
            _ = try QueryUpkeep.end([], at: later, in: database)
        }
        #expect(try query().counts.items == 0)
    }

    @Test func `a saved search is looked at again, even if a damaged library gives no real time`() throws {
        try shelf.store([ParsedItem(id: "old", title: "an old thing", published: Date() - 86_000)], in: 1, at: Date())
        try follow("age < 1 and title =~ \"old\"")
        let later = Date() + 500
        try library.pool.write { database in
            try database.run("UPDATE queries SET looked_at = ?", Int64.min)
            try QueryUpkeep.begin(in: database)
            _ = try QueryUpkeep.end([], at: later, in: database)
        }
        #expect(try query().counts.items == 0)
    }

    @Test func `changed contents of a saved search are reported, even if another process caused them`() throws {
        let other = try Shelf(sharing: shelf)
        try follow("title =~ \"even\"")
        let told = Record<LibraryChange>()
        let toldElsewhere = Record<LibraryChange>()
        library.changes.onNext { [told] in told.add($0) }
        other.library.changes.onNext { [toldElsewhere] in toldElsewhere.add($0) }
        try other.library.watchOtherProcesses()
        other.library.drain()
        try shelf.mark("1.2 even")
        let id = try query().id
        #expect(told.entries.contains(.query(id)))
        other.library.mark(.items([ItemID(1)]), .starred)
        other.library.drain()
        #expect(toldElsewhere.entries.contains(.query(id)))
    }

    @Test func `saved searches come and go with their lines in the urls file`() throws {
        let first = try follow("even", "title =~ \"odd\"")
        let second = try follow("title =~ \"odd\"", "title ~~", "is:unread")
        #expect(second.map(\.name) == ["title =~ \"odd\"", "title ~~", "is:unread"])
        #expect(second[0].id == first[1].id)
        #expect(second.map(\.counts.items) == [9, 0, 18])
        #expect(try library.check() == [])
    }
}

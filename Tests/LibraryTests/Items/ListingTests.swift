import FeedParser
import Foundation
import SQLite
import TestSupport
import Testing

@testable import Library

/// Lists over five feeds. Many items have the same date, and some are read or starred.
@Suite struct ListingTests {
    private let shelf: Shelf
    private let library: Library

    init() throws {
        shelf = try Shelf(feeds: 5)
        library = shelf.library
        var chance = SplitMix(state: 4)
        for feed in 1...5 {
            let items = (0..<30).map { ParsedItem("\(feed).\($0)", hoursAgo: Double(chance.next() % 12)) }
            try shelf.store(items, in: feed)
        }
        let database = try Database(path: shelf.path, access: .readWrite)
        for feed in [1, 3, 4] { try database.run("INSERT INTO feed_tags VALUES (?, 'code')", shelf.feed(feed).id) }
        let items = ItemSet(try (1...5).flatMap { try shelf.items(in: $0) }.map(\.id))
        let chosen = { (share: UInt64) in ItemSet(items.filter { _ in chance.next() % share == 0 }) }
        library.mark(.items(chosen(3)), .read)
        library.mark(.items(chosen(4)), .starred)
        library.mark(.items(chosen(5)), .tagged("later"))
        library.mark(.items(chosen(20)), .deleted)
        library.drain()
    }

    enum Kind: CaseIterable, Sendable {
        case all, feed, tag, starred, tagged, since
    }

    private func listing(_ kind: Kind, unreadOnly: Bool, _ order: Listing.Order) throws -> Listing {
        let scope: Listing.Scope =
            switch kind {
            case .all: .all
            case .feed: .feed(try shelf.feed(2).id)
            case .tag: .tag("code")
            case .starred: .starred
            case .tagged: .taggedItems("later")
            case .since: .since(.noon - 5 * 3600)
            }
        return try library.listing(scope, unreadOnly: unreadOnly, order: order)
    }

    /// The expected content of a list, filtered and sorted here.
    private func expected(_ kind: Kind, unreadOnly: Bool, _ order: Listing.Order) throws -> [ItemID] {
        let feeds = try (1...5).map { try shelf.feed($0).id }
        let tagged = try Set(
            Database(path: shelf.path, access: .readOnly).all("SELECT item FROM item_tags") { $0.integer(0) })
        let items = try (1...5).flatMap { try shelf.items(in: $0) }.filter { item in
            guard !unreadOnly || !item.isRead else { return false }
            return switch kind {
            case .all: true
            case .feed: item.feed == feeds[1]
            case .tag: [feeds[0], feeds[2], feeds[3]].contains(item.feed)
            case .starred: item.isStarred
            case .tagged: tagged.contains(item.id.rawValue)
            case .since: item.date >= .noon - 5 * 3600
            }
        }
        let newest = items.sorted { ($0.date, $0.id) > ($1.date, $1.id) }
        switch order {
        case .newest: return newest.map(\.id)
        case .oldest: return newest.reversed().map(\.id)
        case .unreadFirst: return (newest.filter { !$0.isRead } + newest.filter(\.isRead)).map(\.id)
        case .byFeed where [.all, .feed, .tag].contains(kind):
            return feeds.flatMap { feed in newest.filter { $0.feed == feed } }.map(\.id)
        case .byFeed: return newest.map(\.id)
        }
    }

    private func forward(_ listing: Listing, by size: Int) throws -> [Item] {
        var items: [Item] = []
        while true {
            let page = try library.items(of: listing, after: items.last, limit: size)
            items += page
            if page.count < size { return items }
        }
    }

    private func backward(_ listing: Listing, by size: Int) throws -> [Item] {
        var items: [Item] = []
        while true {
            let page = try library.items(of: listing, before: items.first.map(listing.key), limit: size)
            items = page + items
            if page.count < size { return items }
        }
    }

    @Test(arguments: Kind.allCases, Listing.Order.allCases)
    func `pages of every list contain every item once and in order, from both ends`(
        kind: Kind, order: Listing.Order
    ) async throws {
        for unreadOnly in [false, true] {
            let listing = try listing(kind, unreadOnly: unreadOnly, order)
            let expected = try expected(kind, unreadOnly: unreadOnly, order)
            #expect(!expected.isEmpty && listing.count == expected.count)
            for size in [1, 7, 200] {
                #expect(try forward(listing, by: size).map(\.id) == expected)
                #expect(try backward(listing, by: size).map(\.id) == expected)
            }
            for (row, item) in try forward(listing, by: 200).enumerated() where row.isMultiple(of: 5) {
                #expect(try library.position(of: listing.key(of: item), in: listing) == row)
            }
        }
    }

    @Test(arguments: Kind.allCases, Listing.Order.allCases)
    func `items that are read while a list is open keep their places`(kind: Kind, order: Listing.Order) throws {
        var listing = try listing(kind, unreadOnly: true, order)
        let before = try forward(listing, by: 9).map(\.id)
        for row in [0, 2, before.count - 1] {
            library.mark(.item(before[row]), .read)
            library.drain()
            listing.record(.read, of: [before[row]])
        }
        library.mark(.item(before[1]), .read)
        library.mark(.item(before[1]), .unread)
        library.drain()
        listing.record(.read, of: [before[1]])
        listing.record(.unread, of: [before[1]])
        #expect(try forward(listing, by: 9).map(\.id) == before)
        #expect(try backward(listing, by: 9).map(\.id) == before)
        #expect(try self.listing(kind, unreadOnly: true, order).count == before.count - 3)
    }

    @Test(arguments: Kind.allCases, Listing.Order.allCases)
    func `marking above or below a row touches only those items`(kind: Kind, order: Listing.Order) throws {
        for unreadOnly in [false, true] {
            let listing = try listing(kind, unreadOnly: unreadOnly, order)
            let items = try forward(listing, by: 50)
            let row = items.count / 3
            let key = listing.key(of: items[row])
            let before = try unread()
            library.mark(.above(key, listing), .read)
            library.drain()
            #expect(try unread() == before.subtracting(items[..<row].map(\.id)))
            library.undo { _ in }
            library.mark(.below(key, listing), .read)
            library.drain()
            #expect(try unread() == before.subtracting(items[(row + 1)...].map(\.id)))
            library.undo { _ in }
            library.drain()
        }
    }

    private func unread() throws -> Set<ItemID> { try Set(library.items(unreadOnly: true, limit: .max).map(\.id)) }

    @Test func `items that are marked in an open unread-first list keep their places`() throws {
        var listing = try listing(.all, unreadOnly: false, .unreadFirst)
        let before = try forward(listing, by: 50)
        let (read, unread) = (ItemSet(before.prefix(9).map(\.id)), ItemSet(before.suffix(9).map(\.id)))
        library.mark(.items(read), .read)
        library.mark(.items(unread), .unread)
        library.drain()
        listing.record(.read, of: read)
        listing.record(.unread, of: unread)
        #expect(try forward(listing, by: 7).map(\.id) == before.map(\.id))
    }

    @Test func `an item that loses its star stays in the open list of starred items`() throws {
        var listing = try listing(.starred, unreadOnly: false, .newest)
        let before = try forward(listing, by: 9).map(\.id)
        library.mark(.item(before[3]), .unstarred)
        library.drain()
        listing.record(.unstarred, of: [before[3]])
        #expect(try forward(listing, by: 9).map(\.id) == before)
    }

    @Test func `marking many items doesn't shorten an open list of unread items`() throws {
        for feed in 1...5 { try shelf.store((100..<600).map { ParsedItem("\(feed).\($0)", hoursAgo: 3) }, in: feed) }
        var listing = try listing(.all, unreadOnly: true, .newest)
        let before = try forward(listing, by: 100).map(\.id)
        library.mark(.listing(listing), .read)
        library.drain()
        #expect(try library.listing(.all, unreadOnly: true).count == 0)
        listing.record(.read, of: ItemSet(before))
        #expect(try forward(listing, by: 100).map(\.id) == before)
    }

    @Test func `new items aren't in a list that was filled before`() throws {
        let listings = try Listing.Order.allCases.map { try listing(.all, unreadOnly: false, $0) }
        let before = try listings.map { try forward($0, by: 50).map(\.id) }
        try shelf.store((200..<220).map { ParsedItem("1.\($0)", hoursAgo: Double($0 % 12)) })
        #expect(try listings.map { try forward($0, by: 50).map(\.id) } == before)
    }

    @Test
    func `duplicates in several feeds of a tag are listed once, even if the usual one is in another feed`()
        throws
    {
        // Lists over all feeds show the item of the second feed, which doesn't have the tag.
        let copies = try [2, 3, 4].map { try shelf.items(in: $0)[0] }
        let database = try Database(path: shelf.path, access: .readWrite)
        for copy in copies { try database.run("INSERT INTO copies (item, story) VALUES (?, ?)", copy.id, copies[0].id) }
        for copy in copies.dropFirst() { try database.run("UPDATE states SET is_listed = 0 WHERE item = ?", copy.id) }
        let tagged = try forward(listing(.tag, unreadOnly: false, .newest), by: 10)
        #expect(tagged.filter { copies.contains($0) }.map(\.id) == [copies[1].id])
        let all = try forward(listing(.all, unreadOnly: false, .byFeed), by: 10)
        #expect(all.filter { copies.contains($0) }.map(\.id) == [copies[0].id])
        #expect(try forward(listing(.feed, unreadOnly: false, .newest), by: 10).contains { $0.id == copies[0].id })
    }

    @Test func `a tag's counts are the sums of its feeds`() throws {
        let feeds = try [1, 3, 4].map { try shelf.feed($0) }
        let counts = Counts(items: feeds.reduce(0) { $0 + $1.total }, unread: feeds.reduce(0) { $0 + $1.unread })
        #expect(try library.tags() == [Tag(name: "code", counts: counts)])
        #expect(try library.counts(of: .tag("code")) == counts)
    }
}

/// How SQLite reads the pages of each list: from the one index with the list's order.
@Suite struct ListPlanTests {
    private let shelf: Shelf
    private var library: Library { shelf.library }

    init() throws {
        shelf = try Shelf(feeds: 3)
        try shelf.store(ParsedItem("a"), ParsedItem("b"))
        try library.follow((1...3).map { Subscription(Shelf.url($0), tags: ["tag"]) })
    }

    @Test(arguments: [
        (Listing.Scope.all, false, "listed"), (.all, true, "unread"),
        (.feed(FeedID(1)), false, "listed_in_feed"), (.feed(FeedID(1)), true, "unread_in_feed"),
        (.tag("tag"), false, "listed_in_feed"), (.tag("tag"), true, "unread_in_feed"),
        (.starred, false, "starred"), (.starred, true, "unread_starred"),
        (.since(.noon), false, "listed"), (.since(.noon), true, "unread"),
        (.taggedItems("tag"), false, "items_by_tag"), (.taggedItems("tag"), true, "items_by_tag")
    ])
    func `a page of a list is read from an index, without sorting`(
        scope: Listing.Scope, unreadOnly: Bool, index: String
    ) throws {
        for order in [Listing.Order.newest, .oldest] {
            let plan = try plan { database in
                let listing = try library.listing(scope, unreadOnly: unreadOnly, order: order)
                let key = PageKey(section: 0, place: .init(date: Date.noon.milliseconds, item: ItemID(2)))
                for forward in [true, false] {
                    _ = try database.items(of: listing, from: key, forward: forward, limit: 10)
                }
            }
            #expect(!plan.isEmpty)
            for step in plan {
                #expect(!step.contains("TEMP B-TREE"), "\(step)")
                // The steps of a subquery follow it.
                #expect(step.hasPrefix("SEARCH") || step.hasPrefix("CORRELATED SCALAR SUBQUERY"), "\(step)")
            }
            #expect(plan.contains { $0.contains("INDEX \(index) (") }, "\(plan)")
        }
    }

    @Test func `each part of an unread-first list is read from an index`() throws {
        let plan = try plan { database in
            let listing = try library.listing(.all, order: .unreadFirst)
            _ = try database.items(of: listing, from: nil, forward: true, limit: 10)
        }
        #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
        #expect(plan.contains { $0.contains("INDEX unread (") } && plan.contains { $0.contains("INDEX listed (") })
    }

    @Test func `the feeds are read from an index, in their order`() throws {
        let plan = try plan { _ = try $0.feedsInOrder() }
        #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
        #expect(plan.contains { $0.contains("INDEX feeds_in_order") })
    }

    /// SQLite's plans for all queries that `body` makes.
    private func plan(_ body: (Database) throws -> Void) throws -> [String] {
        try library.read { database in
            let asked = Record<String>()
            database.trace { sql, _ in asked.add(sql) }
            try body(database)
            database.trace(nil)
            return try asked.entries.filter { $0.hasPrefix("SELECT") }.flatMap { sql in
                try database.all("EXPLAIN QUERY PLAN \(sql.replacing(/\?\d*/, with: "1"))") { $0.text(3) }
            }
        }
    }
}

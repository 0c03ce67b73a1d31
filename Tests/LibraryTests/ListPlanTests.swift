import FeedParser
import Foundation
import SQLite
import TestSupport
import Testing

@testable import Library

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

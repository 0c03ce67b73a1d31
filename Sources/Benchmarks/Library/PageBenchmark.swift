import Foundation
import Library

/// Measures pages of 100 items of every kind of list in every order, from its top, middle and end. Each run reads a new
/// page.
struct PageBenchmark {
    private struct List {
        let name: String
        let scope: Listing.Scope
        var unreadOnly = false
        /// The SQL condition for its items.
        let condition: String
        /// Whether a query along one index gives its pages.
        var isOneIndex = true
    }

    private let runs = 41
    private let library: Library
    private let bare: BareConnection

    init(_ generated: GeneratedLibrary) throws {
        library = try Library(path: generated.path)
        bare = BareConnection(path: generated.path)
    }

    func run() throws {
        print("  page of 100, ms: top, middle, end; bare, with the queries that one index answers")
        for list in try lists() {
            for order in Listing.Order.allCases { try measure(list, order) }
        }
    }

    private func lists() throws -> [List] {
        let feeds = try library.feeds()
        guard let feed = feeds.max(by: { $0.total < $1.total })?.id, let tag = feeds.first?.tags.first else {
            return []
        }
        return [
            List(name: "all", scope: .all, condition: "is_listed = 1"),
            List(name: "unread", scope: .all, unreadOnly: true, condition: "is_listed = 1 AND is_read = 0"),
            List(
                name: "feed", scope: .feed(feed), condition: "states.feed = \(feed.rawValue) AND is_deleted = 0"),
            List(
                name: "unread of feed", scope: .feed(feed), unreadOnly: true,
                condition: "states.feed = \(feed.rawValue) AND is_deleted = 0 AND is_read = 0"),
            List(
                name: "tag", scope: .tag(tag),
                condition: "is_deleted = 0 AND feed IN (SELECT feed FROM feed_tags WHERE tag = '\(tag)')",
                isOneIndex: false),
            List(name: "starred", scope: .starred, condition: "is_starred = 1 AND is_deleted = 0")
        ]
    }

    private func measure(_ list: List, _ order: Listing.Order) throws {
        let listing = try library.listing(list.scope, unreadOnly: list.unreadOnly, order: order)
        guard let middle = try item(list.condition, after: listing.count / 2) else { return }
        let costs = [
            try walk { try library.items(of: listing, after: $0, limit: 100).last.map(listing.key) },
            try walk(from: listing.key(of: middle)) {
                try library.items(of: listing, after: $0, limit: 100).last.map(listing.key)
            },
            try walk { try library.items(of: listing, before: $0, limit: 100).first.map(listing.key) }
        ]
        var line =
            "    \("\(list.name), \(order)".padding(toLength: 28, withPad: " ", startingAt: 0))" + Self.figures(costs)
        if list.isOneIndex, order == .newest {
            line += "   bare" + Self.figures(bareCosts(list, middle, listing.count))
        }
        print(line)
    }

    /// Returns the cost of consecutive pages.
    private func walk(from start: PageKey? = nil, _ page: (PageKey?) throws -> PageKey?) rethrows -> Cost {
        var key = start
        // A finished list starts again.
        return try Cost.median(of: runs) { key = try page(key) ?? start }
    }

    private func bareCosts(_ list: List, _ middle: Item, _ count: Int) -> [Cost] {
        let query = bare.statement(BareQuery.page(of: list.condition))
        let item = bare.statement(BareQuery.item(list.condition, after: max(0, count - runs * 100)))
        let last = (try? item.read().last.first.flatMap { try library.items([ItemID($0)]).first }) ?? middle
        return [nil, middle, last].map { start in
            let first = start.map { [Int64($0.date.timeIntervalSince1970 * 1000), $0.id.rawValue] } ?? [.max, .max]
            var key = first
            return Cost.median(of: runs) {
                let page = query.read(key[0], key[1])
                key = page.rows == 100 ? [page.last[5], page.last[0]] : first
            }
        }
    }

    private func item(_ condition: String, after count: Int) throws -> Item? {
        let found = bare.statement(BareQuery.item(condition, after: count)).read().last.first
        return try found.flatMap { try library.items([ItemID($0)]).first }
    }

    private static func figures(_ costs: [Cost]) -> String {
        costs.map { String(format: " %6.2f", $0.wall) }.joined()
    }
}

import Figures
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

    private let runs = Scale.runs(41)
    private let report: Report
    private let section: String
    private let library: Library
    private let bare: BareConnection

    init(_ report: Report, _ generated: GeneratedLibrary) throws {
        self.report = report
        section = "a page of 100 items of \(DecimalText.of(generated.size))"
        library = try Library(path: generated.path)
        bare = BareConnection(path: generated.path)
    }

    func run() throws {
        report.section(section)
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
        let starts: [(name: String, key: PageKey?, page: (PageKey?) throws -> PageKey?)] = [
            ("top", nil, { try library.items(of: listing, after: $0, limit: 100).last.map(listing.key) }),
            (
                "middle", listing.key(of: middle),
                { try library.items(of: listing, after: $0, limit: 100).last.map(listing.key) }
            ), ("end", nil, { try library.items(of: listing, before: $0, limit: 100).first.map(listing.key) })
        ]
        guard order == .newest else {
            var costs: [Cost] = []
            for start in starts {
                var key = start.key
                costs += try Cost.runs(runs) { key = try start.page(key) ?? start.key }
            }
            return report.add("\(list.name), \(order)", costs.map(\.onClock))
        }
        let bare = list.isOneIndex ? try bareStarts(list, middle, listing.count) : []
        for (number, start) in starts.enumerated() {
            try measure("\(list.name), \(start.name)", from: start.key, bare.isEmpty ? nil : bare[number], start.page)
        }
    }

    /// Measures consecutive pages, beside a query in C that begins at the same place. A finished list starts again.
    private func measure(
        _ name: String, from start: PageKey?, _ bare: BarePages?, _ page: @escaping (PageKey?) throws -> PageKey?
    ) throws {
        var key = start
        var contenders = [
            Report.Contender.own { try Cost { key = try page(key) ?? start }.onClock }
        ]
        if let bare { contenders.append(.floor("SQLite in C") { Cost { bare.readNext() }.onClock }) }
        try report.turns(name, runs: runs, contenders)
    }

    private func bareStarts(_ list: List, _ middle: Item, _ count: Int) throws -> [BarePages] {
        let last = try item(list.condition, after: max(0, count - (runs + 1) * 100)) ?? middle
        return [nil, middle, last].map { BarePages(bare.statement(BareQuery.page(of: list.condition)), from: $0) }
    }

    private func item(_ condition: String, after count: Int) throws -> Item? {
        let found = bare.statement(BareQuery.item(condition, after: count)).read().last.first
        return try found.flatMap { try library.items([ItemID($0)]).first }
    }
}

/// Consecutive pages of a list in SQLite's C interface.
private final class BarePages {
    private let query: BareStatement
    private let start: [Int64]
    private var key: [Int64]

    init(_ query: BareStatement, from item: Item?) {
        self.query = query
        start = item.map { [Int64($0.date.timeIntervalSince1970 * 1000), $0.id.rawValue] } ?? [.max, .max]
        key = start
    }

    func readNext() {
        let page = query.read(key[0], key[1])
        key = page.rows == 100 ? [page.last[5], page.last[0]] : start
    }
}

import Figures
import Foundation
import Library

/// Measures queries at 100,000 and a million items: finding once, showing, and keeping saved searches up to date.
struct FilterBenchmark {
    let report: Report

    private let sizes = [Scale.hundredThousand, Scale.million]
    private let runs = Scale.runs(21)
    /// The last two match few items.
    private static let queries = [
        "unread = \"yes\"", "unread = \"yes\" and tags # \"tag 3\"", "age between 400:500", "title =~ \"lighthouse\"",
        "unread = \"yes\" and title =~ \"^the .*(harbour|lighthouse)\"", "lighthouse harbour is:unread",
        "author =~ \"a\" and not tags # \"tag 3\"", "title =~ \"quixotic\" and is:starred",
        "enclosure_url != \"\" or title = \"no item is called that\""
    ]

    func run() throws {
        for size in sizes { try GeneratedLibrary.ofSize(size).withCopy { try measure($0, size) } }
    }

    private func measure(_ path: String, _ size: Int) throws {
        let library = try Library(path: path)
        report.section("\(DecimalText.of(size)) items")
        try marking(library, "without queries")
        try looking(library)
        for query in try library.queries() { try showing(query, in: path) }
        try marking(library, "with these queries")
        for expression in Self.queries { try filtering(expression, library) }
    }

    private func looking(_ library: Library) throws {
        let subscriptions = try library.feeds().map { feed in
            Subscription(
                feed.url, ownTitle: feed.ownTitle, tags: feed.tags, folder: feed.folder, isHidden: feed.isHidden)
        }
        let queries = Self.queries.map { SavedQuery(name: $0, expression: $0) }
        let list = FollowedList(subscriptions, queries: queries)
        let waits = MarkWaits(library)
        let cost = try Cost {
            try waits.measured {
                try library.follow(list) { list }
                while try library.queries().contains(where: { !$0.isComplete }) { library.drain() }
            }
        }
        report.add("looking for all saved searches once", [cost])
        report.add("a mark meanwhile", waits.readings)
    }

    /// Opens the library for each run, as at a start.
    private func showing(_ query: Query, in path: String) throws {
        let page = try Cost.runs(runs) {
            let library = try Library(path: path)
            _ = try library.items(of: library.listing(.query(query.id)), limit: 100)
        }
        let library = try Library(path: path)
        let counts = try Cost.runs(runs) { _ = try library.counts(of: .query(query.id)) }
        report.add("\(query.name), opened with a page", page.map(\.onClock))
        report.add("\(query.name), counted", counts.map(\.onClock))
    }

    private func marking(_ library: Library, _ circumstances: String) throws {
        let listing = try library.listing(.since(GeneratedArticles.end - 0.1 * 3 * 365 * 86_400))
        let marked = Cost {
            library.markAllRead(in: listing)
            library.drain()
        }
        let undone = Cost {
            library.undo { _ in }
            library.drain()
        }
        report.add("a tenth marked read, \(circumstances)", [marked])
        report.add("a tenth marked read, undone, \(circumstances)", [undone])
    }

    private func filtering(_ expression: String, _ library: Library) throws {
        let filter = try Filter(expression)
        let first = try Cost { _ = try library.items(matching: filter, limit: 100) }
        report.add("--filter '\(expression)'", [first])
    }
}

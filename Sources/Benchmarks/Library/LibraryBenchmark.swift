import Foundation
import Library

/// What the library does at 10,000, 100,000 and a million items, beside the same queries by SQLite's C interface.
struct LibraryBenchmark {
    private let sizes = [10_000, 100_000, 1_000_000]
    private let runs = 41

    func run() throws {
        for size in sizes {
            let generated = try GeneratedLibrary.ofSize(size)
            print("library of \(size) items in \(GeneratedArticles.feeds) feeds, \(generated.megabytes) MB:")
            try opening(generated)
            try counts(generated)
            try pages(generated)
            try memory(generated)
        }
    }

    /// What stands between the start and the first screen: the feeds with their counts, and the first page of a list.
    private func opening(_ generated: GeneratedLibrary) throws {
        let whole = try Cost.median(of: runs) {
            let library = try Library(path: generated.path)
            let (feeds, page) = (try library.feeds(), try library.items(unreadOnly: false, limit: 100))
            precondition(feeds.count == GeneratedArticles.feeds && page.count == 100, "the screen is full")
        }
        let bare = Cost.median(of: runs) {
            let connection = BareConnection(path: generated.path)
            connection.statement(BareQuery.feeds).read()
            connection.statement(BareQuery.page(of: "is_listed = 1")).read(.max, .max)
        }
        print("  open, feeds, first page   \(whole)   bare \(bare)")
    }

    private func counts(_ generated: GeneratedLibrary) throws {
        let library = try Library(path: generated.path)
        let feeds = try Cost.median(of: runs) { _ = try library.feeds().reduce(0) { $0 + $1.unread } }
        let query = BareConnection(path: generated.path).statement(BareQuery.feeds)
        let bare = Cost.median(of: runs) { query.read() }
        print("  unread of \(GeneratedArticles.feeds) feeds       \(feeds)   bare \(bare)")
    }

    private func pages(_ generated: GeneratedLibrary) throws {
        let library = try Library(path: generated.path)
        let bare = BareConnection(path: generated.path)
        guard let feed = try library.feeds().max(by: { $0.total < $1.total }) else { return }
        let condition = "states.feed = \(feed.id.rawValue) AND is_deleted = 0"
        for (place, depth) in [("top", 0), ("middle", feed.total / 2), ("end", feed.total - 100)] {
            let last = try depth == 0 ? nil : item(at: depth - 1, where: condition, in: library, bare)
            let cost = try Cost.median(of: runs) { _ = try library.items(of: Listing(feed), after: last, limit: 100) }
            let query = bare.statement(BareQuery.page(of: condition))
            let date = last.map { Int64($0.date.timeIntervalSince1970 * 1000) } ?? .max
            let bareCost = Cost.median(of: runs) { query.read(date, last?.id.rawValue ?? .max) }
            print(
                "  page of a feed, \(place.padding(toLength: 6, withPad: " ", startingAt: 0))    \(cost)   bare \(bareCost)"
            )
        }
    }

    /// In a fresh process, on a copy since it marks.
    private func memory(_ generated: GeneratedLibrary) throws {
        let steps = try generated.withCopy { try Probe.lines(of: "memory", [$0]) }
        print("  private memory            \(steps.joined(separator: ", "))")
    }

    private func item(at rank: Int, where condition: String, in library: Library, _ bare: BareConnection) throws
        -> Item?
    {
        let query = bare.statement(
            "SELECT item FROM states WHERE \(condition) ORDER BY date DESC, item DESC LIMIT 1 OFFSET \(rank)")
        return try query.read().last.first.flatMap { try library.article(ItemID($0))?.item }
    }
}

/// The least that SQLite has to do for what a screen shows.
private enum BareQuery {
    static let feeds = """
        SELECT id, url, coalesce(own_title, title), site, unread, total, newest_item, etag, last_modified, last_success, last_error
        FROM feeds LEFT JOIN fetches ON feed = id WHERE is_subscribed ORDER BY position
        """

    static func page(of condition: String) -> String {
        """
        SELECT items.id, items.feed, items.title, items.link, author, date, is_read, is_starred
        FROM states JOIN items ON items.id = states.item
        WHERE \(condition) AND (date, item) < (?, ?) ORDER BY date DESC, item DESC LIMIT 100
        """
    }
}

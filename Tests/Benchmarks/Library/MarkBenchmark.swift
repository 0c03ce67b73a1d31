import Figures
import Foundation
import Library

/// Measures marking a tenth of all items read, in the upper part of a list and as a whole list, and undoing it, beside a bare
/// UPDATE of as many items. Each works on a copy of its own.
struct MarkBenchmark {
    private let runs = Scale.runs(7)
    private let report: Report
    private let generated: GeneratedLibrary
    private let count: Int

    init(_ report: Report, _ generated: GeneratedLibrary) {
        (self.report, self.generated) = (report, generated)
        count = generated.size / 10
    }

    func run() throws {
        report.section("\(DecimalText.of(count)) of \(DecimalText.of(generated.size)) items marked read")
        try generated.withCopy { barePath in
            let bare = BareMarks(barePath, count)
            try generated.withCopy { path in
                try measure("above a row", path, bare) { library, unread in
                    try library.key(after: count, in: unread, path).map { .above($0, unread) }
                }
                leaveUnread(path)
                try measure("all of a list", path, bare) { .listing($1) }
            }
        }
    }

    private func measure(
        _ name: String, _ path: String, _ bare: BareMarks, _ target: @escaping (Library, Listing) throws -> MarkTarget?
    ) throws {
        let library = try Library(path: path)
        let costs = try inTurns(
            runs,
            {
                let unread = try library.listing(.all, unreadOnly: true)
                guard let target = try target(library, unread) else { preconditionFailure("there are enough items") }
                return try Marking(target, in: unread, of: library, count).costs
            }, { [bare.cost()] })
        let written = Report.Other("SQLite in C", costs[1].map { $0[0] })
        report.add("\(name), shown", costs[0].map { $0[0] })
        report.add("\(name), written", costs[0].map { $0[1] }, floor: written)
        report.add("\(name), undone", costs[0].map { $0[2] }, floor: written)
    }

    /// Leaves only the items to be marked unread.
    private func leaveUnread(_ path: String) {
        let connection = BareConnection(path: path, readOnly: false)
        connection.execute(
            """
            BEGIN;
            UPDATE states SET is_read = 1 WHERE is_read = 0 AND item NOT IN
                (SELECT item FROM states WHERE is_listed = 1 AND is_read = 0 ORDER BY date DESC, item DESC LIMIT \(count));
            UPDATE feeds SET unread = (SELECT count(*) FROM states WHERE feed = feeds.id AND is_read = 0 AND is_deleted = 0);
            UPDATE totals SET unread = \(count);
            COMMIT;
            PRAGMA wal_checkpoint(TRUNCATE);
            """)
    }
}

/// Marks of many items, and their undoing.
struct Marking {
    /// How long the user waits for the screen, how long until it is written, and how long until it is undone.
    let costs: [Cost]

    init(_ target: MarkTarget, in unread: Listing, of library: Library, _ count: Int) throws {
        let before = try library.counts(of: .all).unread
        var shown: Cost?
        let written = try Cost {
            shown = try Cost {
                library.mark(target, .read)
                let page = try library.items(of: unread, limit: 100)
                let feeds = try library.feeds()
                precondition(page.allSatisfy(\.isRead) && !feeds.isEmpty, "the marks show at once")
            }
            library.drain()
        }
        let left = try library.counts(of: .all).unread
        precondition(left == before - count, "all are marked")
        let undone = Cost {
            library.undo { _ in }
            library.drain()
        }
        costs = [shown ?? written, written, undone]
    }
}

/// A bare UPDATE that marks the newest unread items.
private final class BareMarks {
    private let connection: BareConnection
    private let count: Int

    init(_ path: String, _ count: Int) {
        connection = BareConnection(path: path, readOnly: false)
        connection.execute("PRAGMA synchronous = FULL")
        self.count = count
    }

    func cost() -> Cost {
        let mark = """
            UPDATE states SET is_read = 1, read_at = 1 WHERE item IN
                (SELECT item FROM states WHERE is_listed = 1 AND is_read = 0 ORDER BY date DESC, item DESC LIMIT \(count))
            """
        let cost = Cost { connection.execute(mark) }
        connection.execute("UPDATE states SET is_read = 0, read_at = NULL WHERE read_at = 1")
        return cost
    }
}

extension Library {
    /// Returns the position of the item with `count` unread ones above it, in the list of all feeds' unread items.
    func key(after count: Int, in unread: Listing, _ path: String) throws -> PageKey? {
        let query = BareQuery.item("is_listed = 1 AND is_read = 0", after: count)
        let found = BareConnection(path: path).statement(query).read().last.first
        return try found.flatMap { try items([ItemID($0)]).first }.map(unread.key)
    }
}

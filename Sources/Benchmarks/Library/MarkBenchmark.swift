import Dispatch
import Foundation
import Library

/// Measures marking a tenth of all items read, in the upper part of a list and as a whole list, undoing it, and a bare
/// UPDATE. It works on a copy.
struct MarkBenchmark {
    private let runs = 5
    private let generated: GeneratedLibrary
    private let count: Int

    init(_ generated: GeneratedLibrary) {
        self.generated = generated
        count = generated.size / 10
    }

    func run() throws {
        try generated.withCopy { path in
            print("  mark \(count) read, bare      \(bareCost(path))")
            try measure("above a row", path) { library, unread in
                try library.key(after: count, in: unread, path).map { .above($0, unread) }
            }
            leaveUnread(path)
            try measure("all of a list", path) { .listing($1) }
        }
    }

    private func measure(
        _ name: String, _ path: String, _ target: (Library, Listing) throws -> MarkTarget?
    ) throws {
        let library = try Library(path: path)
        let before = try library.counts(of: .all).unread
        var (shown, written, undone): ([Cost], [Cost], [Cost]) = ([], [], [])
        for _ in 0..<runs {
            let unread = try library.listing(.all, unreadOnly: true)
            guard let target = try target(library, unread) else { return }
            // How long the user waits for the screen, and how long until it is written.
            written.append(
                try Cost {
                    shown.append(
                        try Cost {
                            library.mark(target, .read)
                            let page = try library.items(of: unread, limit: 100)
                            let feeds = try library.feeds()
                            precondition(page.allSatisfy(\.isRead) && !feeds.isEmpty, "the marks show at once")
                        })
                    library.drain()
                })
            let left = try library.counts(of: .all).unread
            precondition(left == before - count, "all are marked")
            undone.append(
                Cost {
                    library.undo { _ in }
                    library.drain()
                })
        }
        print("    \(name.padding(toLength: 13, withPad: " ", startingAt: 0)) written \(Cost.median(of: written))")
        print("                  shown   \(Cost.median(of: shown))")
        print("                  undone  \(Cost.median(of: undone))")
    }

    private func bareCost(_ path: String) -> Cost {
        let connection = BareConnection(path: path, readOnly: false)
        connection.execute("PRAGMA synchronous = FULL")
        let mark = """
            UPDATE states SET is_read = 1, read_at = 1 WHERE item IN
                (SELECT item FROM states WHERE is_listed = 1 AND is_read = 0 ORDER BY date DESC, item DESC LIMIT \(count))
            """
        let costs = (0..<runs).map { _ in
            let cost = Cost { connection.execute(mark) }
            connection.execute("UPDATE states SET is_read = 0, read_at = NULL WHERE read_at = 1")
            return cost
        }
        return Cost.median(of: costs)
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

extension Library {
    /// Returns the position of the item with `count` unread ones above it, in the list of all feeds' unread items.
    func key(after count: Int, in unread: Listing, _ path: String) throws -> PageKey? {
        let query = BareQuery.item("is_listed = 1 AND is_read = 0", after: count)
        let found = BareConnection(path: path).statement(query).read().last.first
        return try found.flatMap { try items([ItemID($0)]).first }.map(unread.key)
    }
}

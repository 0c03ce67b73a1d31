import Dispatch
import Foundation
import Library

/// Marking the newest tenth of all items read, where they are unread, until that is written; undoing it; and the same by
/// a bare UPDATE. On a copy, which the marks change.
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
            let bare = bareCost(path)
            var marks: [Cost] = []
            var shown: [Cost] = []
            var undos: [Cost] = []
            let library = try Library(path: path)
            let before = try library.counts(of: .all).unread
            for _ in 0..<runs {
                let unread = try library.listing(.all, unreadOnly: true)
                guard let key = try library.key(after: count, in: unread, path) else { return }
                // As long as a person waits for the screen, and until it is written.
                marks.append(
                    try Cost {
                        shown.append(
                            try Cost {
                                library.mark(.above(key, unread), .read)
                                let page = try library.items(of: unread, limit: 100)
                                let feeds = try library.feeds()
                                precondition(page.allSatisfy(\.isRead) && !feeds.isEmpty, "the marks show at once")
                            })
                        library.drain()
                    })
                let left = try library.counts(of: .all).unread
                precondition(left == before - count, "all are marked")
                undos.append(
                    Cost {
                        library.undo { _ in }
                        library.drain()
                    })
            }
            print("  mark \(count) read, written  \(Cost.median(of: marks))   bare \(bare)")
            print("    shown                   \(Cost.median(of: shown))")
            print("    undone                  \(Cost.median(of: undos))")
        }
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
}

extension Library {
    /// Where the item stands that has so many unread ones above it, in the list of those of all feeds.
    func key(after count: Int, in unread: Listing, _ path: String) throws -> PageKey? {
        let query = BareQuery.item("is_listed = 1 AND is_read = 0", after: count)
        let found = BareConnection(path: path).statement(query).read().last.first
        return try found.flatMap { try items([ItemID($0)]).first }.map(unread.key)
    }
}

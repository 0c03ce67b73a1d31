import SQLite

/// What answers from an address have said of it: where the feed has moved, or that it is gone. That holds for this address
/// alone, so it is put aside when the feed gets another one, and is back with it.
struct AddressNotes: Equatable, Sendable {
    private var movedTo: String?
    private var movedCount = 0
    private var movedSince: Int64?
    private var isGone = false

    /// Those of an address that nothing is known of.
    init() {}

    fileprivate init(_ row: borrowing Row) {
        (movedTo, movedCount) = (row.optionalText(0), row.int(1))
        (movedSince, isGone) = (row.optionalInteger(2), row.bool(3))
    }
}

// The address that the feed has moved to may hold anything, and comes last.
extension AddressNotes {
    /// The text that they can be kept as.
    var text: String {
        let since = movedSince.map { "\($0)" } ?? ""
        return "\(isGone ? "gone" : "") \(since) \(movedCount) \(movedTo ?? "")"
    }

    /// Nil where that makes no sense.
    init?(text: String) {
        let parts = text.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 4, let count = Int(parts[2]) else { return nil }
        (isGone, movedSince, movedCount) = (parts[0] == "gone", Int64(parts[1]), count)
        movedTo = parts[3].isEmpty ? nil : parts[3]
    }
}

extension AddressNotes {
    static func noted(of feed: FeedID, in database: Database) throws -> AddressNotes {
        try database.first("SELECT moved_to, moved_count, moved_since, is_gone FROM fetches WHERE feed = ?", feed) {
            AddressNotes($0)
        } ?? AddressNotes()
    }

    /// Has a feed begin with them at an address. What the server of another one said of its document means nothing there.
    func beginAnew(_ feed: FeedID, in database: Database) throws {
        try database.run(
            """
            UPDATE fetches SET etag = NULL, last_modified = NULL, next_due = NULL, moved_to = ?, moved_count = ?,
                moved_since = ?, is_gone = ? WHERE feed = ?
            """, movedTo, movedCount, movedSince, isGone, feed)
    }
}

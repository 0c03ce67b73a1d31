import SQLite

/// What answers from a URL said about it: where the feed has moved, or that it is gone. The notes hold for this URL
/// alone, so they are set aside when the feed gets another one, and return with it.
struct AddressNotes: Equatable, Sendable {
    private var movedTo: String?
    private var movedCount = 0
    private var movedSince: Int64?
    private var isGone = false

    /// The notes of an unknown URL.
    init() {}

    fileprivate init(_ row: borrowing Row) {
        (movedTo, movedCount) = (row.optionalText(0), row.int(1))
        (movedSince, isGone) = (row.optionalInteger(2), row.bool(3))
    }
}

// The new URL may contain anything, so it comes last.
extension AddressNotes {
    /// The notes as text, for storing.
    var text: String {
        let since = movedSince.map { "\($0)" } ?? ""
        return "\(isGone ? "gone" : "") \(since) \(movedCount) \(movedTo ?? "")"
    }

    /// Fails if the text is invalid.
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

    /// Gives a feed these notes with its new URL. What another server said about its document doesn't hold there.
    func beginAnew(_ feed: FeedID, in database: Database) throws {
        try database.run(
            """
            UPDATE fetches SET etag = NULL, last_modified = NULL, next_due = NULL, moved_to = ?, moved_count = ?,
                moved_since = ?, is_gone = ? WHERE feed = ?
            """, movedTo, movedCount, movedSince, isGone, feed)
    }
}

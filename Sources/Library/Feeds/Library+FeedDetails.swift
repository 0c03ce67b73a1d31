import FeedParser
import SQLite

extension Library {
    /// The details of these feeds, in their order.
    package func details(of feeds: [Feed]) throws(LibraryFailure) -> [FeedDetails] {
        try details(of: feeds.map(\.id))
    }

    /// The details of a feed; empty if it doesn't exist.
    package func details(of feed: FeedID) throws(LibraryFailure) -> FeedDetails { try details(of: [feed])[0] }

    private func details(of feeds: [FeedID]) throws(LibraryFailure) -> [FeedDetails] {
        try read { database in
            let details = try database.statement(
                """
                SELECT site, description, image, etag, last_modified, body_hash, asked_with, next_due, due_reason, due_after,
                    rhythm, newest_date, time_to_live, update_interval, skipped_hours, skipped_days, trimmed_at
                FROM feeds LEFT JOIN fetches ON fetches.feed = id WHERE id = ?
                """)
            return try feeds.map { try details.first($0) { FeedDetails($0) } ?? FeedDetails() }
        }
    }
}

extension FeedDetails {
    fileprivate init(_ row: borrowing Row) {
        (site, description, image) = (row.optionalText(0), row.optionalText(1), row.optionalText(2))
        (etag, lastModified) = (row.optionalText(3), row.optionalText(4))
        (bodyHash, askedWith) = (row.optionalInteger(5), row.optionalInteger(6))
        due = Due(row)
        rhythm = row.optionalInteger(10).map { Rhythm(interval: Int($0), newest: row.date(11)) }
        hints = ScheduleHints(row)
        trimmed = row.optionalDate(16)
    }
}

extension Due {
    fileprivate init?(_ row: borrowing Row) {
        guard let date = row.optionalDate(7) else { return nil }
        self.init(date, row.optionalText(8).flatMap(Reason.init) ?? .usual, after: row.int(9))
    }
}

extension ScheduleHints {
    fileprivate init(_ row: borrowing Row) {
        self.init(
            timeToLive: row.optionalInt(12),
            updateInterval: row.optionalInt(13),
            skippedHours: row.integer(14).bits(0..<24), skippedDays: row.integer(15).bits(0..<7))
    }
}

extension Int64 {
    /// The indexes of the set bits.
    fileprivate func bits(_ range: Range<Int>) -> Set<Int> {
        self == 0 ? [] : Set(range.filter { self >> Int64($0) & 1 == 1 })
    }
}

extension Set<Int> {
    /// A number with these bits set.
    var asBits: Int64 { reduce(0) { (0..<63).contains($1) ? $0 | 1 << Int64($1) : $0 } }
}

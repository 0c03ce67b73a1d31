package import FoundationEssentials
import SQLite

extension Library {
    /// Those of the given feeds that are due now. Feeds of a server never are.
    package func due(among feeds: [Feed], at now: Date) throws(LibraryFailure) -> [Feed] {
        let dates = try dueDates()
        return feeds.filter { $0.account == nil && $0.fetching.isDue(dates[$0.id], at: now) }
    }

    /// When one of the given feeds may be fetched next; nil if none ever.
    package func nextRequest(among feeds: [Feed]) throws(LibraryFailure) -> Date? {
        let dates = try dueDates()
        return feeds.filter { $0.account == nil }.compactMap { $0.fetching.nextRequest(dates[$0.id]) }.min()
    }

    /// When feeds are due; nil for those without a plan.
    private func dueDates() throws(LibraryFailure) -> [FeedID: Date] {
        try read { database in
            var dates: [FeedID: Date] = [:]
            try database.each("SELECT feed, next_due FROM fetches") { row in
                dates[FeedID(row.integer(0))] = row.optionalDate(1)
            }
            return dates
        }
    }

    /// Revokes the last failure of these feeds, because no server could be reached.
    package func clearFailures(_ feeds: [FeedID], at now: Date) throws(LibraryFailure) {
        let due = Due(now + Double(Self.secondsWithoutNetwork), .network, after: Self.secondsWithoutNetwork)
        try write { database in
            let clear = try database.statement(
                """
                UPDATE fetches SET error_count = error_count - 1, next_due = ?2, due_reason = ?3, due_after = ?4,
                    failing_since = iif(error_count = 1, NULL, failing_since)
                WHERE feed = ?1 AND error_count > 0
                """)
            for feed in feeds { try clear.run(feed, due.date, due.reason.rawValue, due.after) }
            return ((), feeds.map { .feed($0) })
        }
    }

    /// How long until the network may be back.
    private static let secondsWithoutNetwork = 300
}

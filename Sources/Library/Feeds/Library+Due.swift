package import FoundationEssentials
import SQLite

extension Library {
    /// The feeds that are due now, in their order.
    package func dueFeeds(at now: Date) throws(LibraryFailure) -> [Feed] { try due(among: feeds(), at: now) }

    /// Those of the given feeds that are due now.
    package func due(among feeds: [Feed], at now: Date) throws(LibraryFailure) -> [Feed] {
        try zip(feeds, details(of: feeds)).compactMap { feed, details in
            feed.fetching.isDue(details.due, at: now) ? feed : nil
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

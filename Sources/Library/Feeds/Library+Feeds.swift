package import FoundationEssentials
import SQLite

extension Library {
    /// The user's feeds, in the order of the urls file. Their counts include marks that aren't written yet.
    package func feeds() throws(LibraryFailure) -> [Feed] {
        let pending = pendingMarks.all
        return try read { database in try database.foresee(pending, in: database.feedsInOrder()) }
    }

    /// The same feeds with their current counts, much faster than reading them again; nil if the feeds have changed or
    /// one has new items.
    package func recounted(_ feeds: [Feed]) throws(LibraryFailure) -> [Feed]? {
        let pending = pendingMarks.all
        return try read { database in
            let counts = try database.countsOfFeeds()
            guard counts.count == feeds.count else { return nil }
            var feeds = feeds
            for (place, counts) in counts.enumerated() {
                guard feeds[place].id == counts.feed, feeds[place].newestItem == counts.newestItem else { return nil }
                (feeds[place].unread, feeds[place].total) = (counts.unread, counts.total)
            }
            return try database.foresee(pending, in: feeds)
        }
    }

    /// The date of the newest item, or newest unread item, of each of the user's feeds that has any.
    package func newestDates(unreadOnly: Bool) throws(LibraryFailure) -> [FeedID: Date] {
        try read { database in
            var dates: [FeedID: Date] = [:]
            try database.each(
                """
                SELECT id, (SELECT max(date) FROM states
                    WHERE feed = feeds.id AND is_deleted = 0 \(unreadOnly ? "AND is_read = 0" : ""))
                FROM feeds WHERE is_subscribed
                """
            ) { row in dates[FeedID(row.integer(0))] = row.optionalDate(1) }
            return dates
        }
    }

    package func feed(_ id: FeedID) throws(LibraryFailure) -> Feed? {
        let pending = pendingMarks.all
        return try read { database in
            let feed = try database.feed(id)
            return try database.foresee(pending, in: feed.map { [$0] } ?? []).first
        }
    }

    /// The number of items that the feed published on each of the last days, in UTC; the last is the day of `now`.
    package func history(of feed: FeedID, days count: Int, until now: Date) throws(LibraryFailure) -> [Int] {
        guard case .integer(let milliseconds) = now.sqliteValue else { return [] }
        let last = milliseconds.dayNumber
        let days = try read { database in
            try database.all(
                "SELECT day, items FROM feed_days WHERE feed = ? AND day > ? AND day <= ?", feed, last - Int64(count),
                last
            ) { ($0.integer(0), $0.int(1)) }
        }
        return (0..<count).map { place in
            days.first { $0.0 == last - Int64(count - 1 - place) }?.1 ?? 0
        }
    }

    /// The number of items in each of the last weeks, the current one last, for feeds that had any.
    package func historyOfFeeds(weeks: Int, until now: Date) throws(LibraryFailure) -> [FeedID: [Int]] {
        guard case .integer(let milliseconds) = now.sqliteValue else { return [:] }
        let last = milliseconds.dayNumber
        return try read { database in
            var history: [FeedID: [Int]] = [:]
            // Only this query uses these pages, which would otherwise stay in memory: two megabytes in a large library.
            try database.withCache(.small) {
                // Feed by feed: one query would go through all days of all feeds.
                try database.each(
                    """
                    SELECT feeds.id, (?1 - day) / 7, sum(items) FROM feeds CROSS JOIN feed_days
                    ON feed = feeds.id AND day > ?1 - 7 * ?2 AND day <= ?1 GROUP BY 1, 2
                    """,
                    last, weeks
                ) { row in
                    let none = [Int](repeating: 0, count: weeks)
                    history[FeedID(row.integer(0)), default: none][weeks - 1 - row.int(1)] = row.int(2)
                }
            }
            return history
        }
    }
}

package import FoundationEssentials
import SQLite

extension Library {
    /// The feeds that the person is subscribed to, in the order of the urls file. Their counts are as the marks will
    /// have them that are not written yet.
    package func feeds() throws(LibraryFailure) -> [Feed] {
        let pending = pendingMarks.all
        return try read { database in try database.foresee(pending, in: database.feedsInOrder()) }
    }

    /// The same feeds with the counts that they have now, which takes far less time than to read them anew; nil where they
    /// are others by now, or have got something new.
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

    package func feed(_ id: FeedID) throws(LibraryFailure) -> Feed? {
        let pending = pendingMarks.all
        return try read { database in
            let feed = try database.feed(id)
            return try database.foresee(pending, in: feed.map { [$0] } ?? []).first
        }
    }

    /// How many items of the last days the feed has brought, by the days of the items in UTC: the last is that of `now`.
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

    /// How many items each of the last weeks brought, this week last, of feeds that had any.
    package func historyOfFeeds(weeks: Int, until now: Date) throws(LibraryFailure) -> [FeedID: [Int]] {
        guard case .integer(let milliseconds) = now.sqliteValue else { return [:] }
        let last = milliseconds.dayNumber
        return try read { database in
            var history: [FeedID: [Int]] = [:]
            // Pages that nothing else asks for: in a large library they would take two megabytes from then on.
            try database.withCache(.small) {
                // Feed by feed: the days of all feeds, of years, would be gone through for the last few.
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

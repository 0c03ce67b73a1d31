package import FoundationEssentials
import SQLite

/// With leases, only one of several processes fetches a feed. A feed's row names the holder, who renews the lease while
/// it works. Storing the result ends the lease, and so does the end of the process.
extension Library {
    /// How long a lease holds: without a renewal a feed waits no longer.
    package static let leaseDuration: TimeInterval = 120

    /// Takes leases of feeds in one write; returns those that it got.
    ///
    /// Another holder fetches the others, or has fetched them since `date`, when this request began.
    package func lease(
        _ feeds: [FeedID], to holder: LeaseHolder, wantedSince date: Date, at now: Date
    ) throws(LibraryFailure) -> Set<FeedID> {
        if feeds.isEmpty { return [] }
        return try write { database in
            try database.endLeasesOfTheDead()
            let take = try database.statement(
                """
                INSERT INTO fetches (feed, lease_holder, lease_until) SELECT id, ?2, ?4 FROM feeds WHERE id = ?1
                ON CONFLICT (feed) DO UPDATE SET lease_holder = ?2, lease_until = ?4
                WHERE (lease_holder IS NULL OR lease_holder = ?2 OR lease_until NOT BETWEEN ?3 AND ?6)
                    AND (last_attempt IS NULL OR last_attempt <= ?5 OR last_attempt > ?6)
                """)
            let end = now.addingTimeInterval(Self.leaseDuration)
            // A time further ahead was written before the clock was set back.
            let horizon = end.addingTimeInterval(Self.leaseDuration)
            let taken = try feeds.filter { try take.run($0, holder.number, now, end, date, horizon) > 0 }
            return (Set(taken), [])
        }
    }

    /// Renews leases, except those that another holder has taken meanwhile.
    package func renewLeases(of feeds: [FeedID], by holder: LeaseHolder, at now: Date) {
        let end = now.addingTimeInterval(Self.leaseDuration)
        changeLeases(
            of: feeds, by: holder, "UPDATE fetches SET lease_until = ?3 WHERE feed = ?1 AND lease_holder = ?2", end)
    }

    /// Ends the leases of feeds that won't be fetched.
    package func endLeases(of feeds: [FeedID], by holder: LeaseHolder) {
        changeLeases(
            of: feeds, by: holder,
            "UPDATE fetches SET lease_holder = NULL, lease_until = ?3 WHERE feed = ?1 AND lease_holder = ?2", nil)
    }

    private func changeLeases(of feeds: [FeedID], by holder: LeaseHolder, _ sql: String, _ end: Date?) {
        if feeds.isEmpty { return }
        writeSoon { database in
            let statement = try database.statement(sql)
            for feed in feeds { try statement.run(feed, holder.number, end) }
            return []
        }
    }
}

extension Database {
    fileprivate func endLeasesOfTheDead() throws {
        let holders = try all("SELECT DISTINCT lease_holder FROM fetches WHERE lease_holder IS NOT NULL") {
            LeaseHolder(number: $0.integer(0))
        }
        for holder in holders where !holder.isAlive {
            try run("UPDATE fetches SET lease_holder = NULL, lease_until = NULL WHERE lease_holder = ?", holder.number)
        }
    }
}

package import FoundationEssentials
import SQLite

/// Leases see to it that of several processes one fetches a feed. Who holds one says so in the feed's row, and renews it
/// for as long as it is at work; storing what was fetched ends it, and so does the end of the process.
extension Library {
    /// How long a lease is good for: so long a feed is left alone at the most when nobody renews it.
    package static let leaseDuration: TimeInterval = 120

    /// Takes leases of feeds, all in one write; returned are those that it got.
    ///
    /// The others are being fetched by another holder, or were since `date`, when somebody began to want them.
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
            // What lies further ahead was written before somebody set the clock back.
            let horizon = end.addingTimeInterval(Self.leaseDuration)
            let taken = try feeds.filter { try take.run($0, holder.number, now, end, date, horizon) > 0 }
            return (Set(taken), [])
        }
    }

    /// Holds leases for longer, those that nobody else has taken meanwhile.
    package func renewLeases(of feeds: [FeedID], by holder: LeaseHolder, at now: Date) {
        let end = now.addingTimeInterval(Self.leaseDuration)
        changeLeases(
            of: feeds, by: holder, "UPDATE fetches SET lease_until = ?3 WHERE feed = ?1 AND lease_holder = ?2", end)
    }

    /// Gives leases back of feeds that will not be fetched after all.
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

package import FoundationEssentials
import SQLite

// Pages that the user waits for, and pages that couldn't be fetched.
extension Library {
    /// Notes that the user waits for an item's page until the network is back.
    package func want(pageOf item: ItemID) {
        act { database in
            try database.run(
                """
                INSERT INTO page_requests (item, is_wanted, failures, due)
                SELECT item, 1, 0, 0 FROM states WHERE item = ? AND is_deleted = 0
                ON CONFLICT (item) DO UPDATE SET (is_wanted, failures, due) = (1, 0, 0)
                """, item)
            return ((), [])
        } finish: { _ in
            []
        }
    }

    /// The items of the user's feeds whose pages the user waits for, and that lede may try now.
    package func wantedPages(at now: Date) throws(LibraryFailure) -> [ItemID] {
        try read { database in
            try database.all(
                """
                SELECT item FROM page_requests JOIN states USING (item) JOIN feeds ON feeds.id = states.feed
                WHERE is_wanted = 1 AND is_subscribed = 1 AND due <= ? ORDER BY item LIMIT \(Self.mostWanted)
                """, now
            ) { ItemID($0.integer(0)) }
        }
    }

    /// Nobody asks for more by hand.
    private static var mostWanted: Int { 1000 }

    /// Notes that lede couldn't fetch an item's page, and tries again by itself only after a while: longer each time,
    /// and not before `earliest`. If that `isFinal`, the user no longer waits for it.
    package func recordFailure(
        ofPageOf item: ItemID, at now: Date, earliest: Date? = nil, isFinal: Bool
    ) throws(LibraryFailure) {
        try write { database in
            let failures = try database.first("SELECT failures FROM page_requests WHERE item = ?", item) { $0.int(0) }
            let due = max(now + PageRequest.wait(afterFailures: (failures ?? 0) + 1), earliest ?? now)
            try database.run(
                """
                INSERT INTO page_requests (item, is_wanted, failures, due)
                SELECT item, 0, 1, ?2 FROM states WHERE item = ?1 AND is_deleted = 0
                ON CONFLICT (item) DO UPDATE SET (is_wanted, failures, due) = (is_wanted AND NOT ?3, failures + 1, ?2)
                """, item, due, isFinal)
            return ((), [])
        }
    }
}

enum PageRequest {
    /// An hour, four times as long after each further failure, and a month at most.
    static func wait(afterFailures count: Int) -> TimeInterval {
        min(3600 * Double(1 << (2 * min(count - 1, 10))), longestWait)
    }

    static let longestWait: TimeInterval = 30 * 86_400
}

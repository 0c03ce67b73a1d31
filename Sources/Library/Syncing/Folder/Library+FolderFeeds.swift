package import FoundationEssentials
import SQLite
import SyncFolder

/// What the last device said about the subscription to a feed, where the urls file here doesn't follow it yet.
package struct FolderSubscription: Equatable, Sendable {
    package let url: String
    /// One a line; nil if the feed was removed.
    package let settings: String?
    let time: Int64
    /// Whether the urls file has been compared with what devices say.
    package let isKnown: Bool
}

/// A subscription has three states, as marks of servers have: what the urls file had when it agreed last (the base), what it has
/// now, and what the last device says.
extension Library {
    /// Whether the user has changed the urls file, whose settings these are by URL.
    package func hasChanged(_ local: [String: String]) throws(LibraryFailure) -> Bool {
        try read { try !$0.changedSubscriptions(local).isEmpty }
    }

    /// Says what the user has changed in the urls file; returns how many feeds that are.
    package func noteSubscriptions(
        _ local: [String: String], by device: Int64, at now: Date
    ) throws(LibraryFailure) -> Int {
        try write { database in
            let changed = try database.changedSubscriptions(local)
            for change in changed {
                if change.isKnown {
                    // A kill came before it was noted.
                    try database.run(
                        "UPDATE folder_feeds SET (base, is_based, taken) = (settings, 1, time) WHERE url = ?",
                        change.url)
                    continue
                }
                let time = Stamp.time(now.milliseconds, after: change.time)
                try database.run(
                    """
                    INSERT INTO folder_feeds (url, time, device, settings, base, is_based, taken)
                    VALUES (?1, ?2, ?3, ?4, ?4, 1, ?2)
                    ON CONFLICT (url) DO UPDATE SET
                        (time, device, settings, base, is_based, taken) = (?2, ?3, ?4, ?4, 1, ?2)
                    """, change.url, time, device, local[change.url])
                try database.say(.feed(url: change.url, settings: local[change.url]), at: time, by: device)
            }
            return (changed.count { !$0.isKnown }, [])
        }
    }

    /// What devices have said that the urls file doesn't follow yet.
    package func subscriptionsToTake() throws(LibraryFailure) -> [FolderSubscription] {
        try read { database in
            try database.all(
                """
                SELECT url, settings, time, is_based FROM folder_feeds
                WHERE time IS NOT NULL AND taken IS NOT time ORDER BY id
                """
            ) { row in
                FolderSubscription(
                    url: row.text(0), settings: row.optionalText(1), time: row.integer(2), isKnown: row.bool(3))
            }
        }
    }

    /// Notes that the urls file follows these, and what it has of them now; and how many removals the user has to accept first.
    package func took(
        _ subscriptions: [FolderSubscription], now local: [String: String], vanishing: Int, of account: AccountID
    ) throws(LibraryFailure) {
        try write { database in
            for taken in subscriptions {
                try database.run(
                    "UPDATE folder_feeds SET base = ?, is_based = 1, taken = ? WHERE url = ?", local[taken.url],
                    taken.time, taken.url)
            }
            try database.run(
                "UPDATE server_accounts SET vanishing = ?, is_accepted = 0 WHERE id = ?", vanishing, account)
            return ((), [])
        }
    }

    /// Whether the user accepts that many feeds are gone.
    package func acceptsRemovals(of account: AccountID) throws(LibraryFailure) -> Bool {
        try read { database in
            try database.first("SELECT is_accepted FROM server_accounts WHERE id = ?", account) { $0.bool(0) } ?? false
        }
    }
}

/// A feed whose entry in the urls file isn't the base any more.
private struct ChangedSubscription {
    let url: String
    /// Of what devices say.
    let time: Int64?
    /// Whether that is what the file has.
    let isKnown: Bool
}

extension String? {
    /// None comes before any.
    fileprivate var order: (Int, String) { self.map { (1, $0) } ?? (0, "") }
}

extension Database {
    fileprivate func changedSubscriptions(_ local: [String: String]) throws -> [ChangedSubscription] {
        var changed: [ChangedSubscription] = []
        var known: Set<String> = []
        try each("SELECT url, base, is_based, time, settings FROM folder_feeds") { row in
            let (url, time) = (row.text(0), row.optionalInteger(3))
            known.insert(url)
            // At the first meeting a feed that somebody has stays, with what devices say of it.
            let isChanged =
                row.bool(2)
                ? row.optionalText(1) != local[url] : local[url] != nil && (time == nil || row.isNull(4))
            if isChanged {
                let isKnown = time != nil && row.optionalText(4) == local[url]
                changed.append(ChangedSubscription(url: url, time: time, isKnown: isKnown))
            }
        }
        changed += local.keys.filter { !known.contains($0) }.map {
            ChangedSubscription(url: $0, time: nil, isKnown: false)
        }
        return changed.filter { $0.url.utf8.count <= FolderLine.longestURL }.sorted { $0.url < $1.url }
    }

    /// Takes in what a device says about a subscription: the last one wins.
    func takeSubscription(_ url: String, _ settings: String?, at time: Int64, by device: FolderDevice) throws {
        let known = try first("SELECT time, settings FROM folder_feeds WHERE url = ? AND time IS NOT NULL", url) {
            ($0.integer(0), $0.optionalText(1))
        }
        if let (last, value) = known {
            if time < last { return }
            if time == last, settings.order <= value.order { return }
        }
        try run(
            """
            INSERT INTO folder_feeds (url, time, device, settings) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT (url) DO UPDATE SET (time, device, settings, taken) = (?2, ?3, ?4, NULL)
            """, url, time, device.row, settings)
    }
}

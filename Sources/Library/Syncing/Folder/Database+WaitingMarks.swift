import FoundationEssentials
import SQLite
import SyncFolder

// Marks of items that weren't here when another device made them.
extension Database {
    /// Gives new items the marks that they have on other devices. Rules come before, so that they don't undo what somebody did.
    func giveWaitingMarks(toNew items: ItemSet, at time: Date) throws {
        guard !items.isEmpty, try hasFolder else { return }
        let ofItems = """
            FROM items JOIN feeds ON feeds.id = items.feed AND account IS NULL
                JOIN folder_feeds ON folder_feeds.url = feeds.url
            """
        let findLinks = try statement(
            """
            SELECT folder_feeds.id, identity >> 16, folder_marks.link \(ofItems)
                JOIN folder_marks ON folder_marks.feed = folder_feeds.id AND is_waiting = 1
                AND folder_marks.link = link_key >> 28 & 0xFFFFFFFFF
            WHERE items.id BETWEEN ? AND ?
            """)
        let rename = try statement(
            "UPDATE OR IGNORE folder_marks SET key = ?2, is_waiting = 0 WHERE feed = ?1 AND link = ?3 AND is_waiting = 1"
        )
        let findMarks = try statement(
            """
            SELECT items.id, kind, is_set \(ofItems)
                JOIN folder_marks ON folder_marks.feed = folder_feeds.id AND key = identity >> 16
            WHERE items.id BETWEEN ? AND ?
            """)
        var given: [Mark: [ItemID]] = [:]
        for run in items.runs {
            let links = try findLinks.all(run.lowerBound, run.upperBound) { row in
                (feed: row.integer(0), key: row.integer(1), link: row.integer(2))
            }
            for known in links { try rename.run(known.feed, known.key, known.link) }
            try findMarks.each(run.lowerBound, run.upperBound) { row in
                guard let mark = FolderMarkKind(stored: row.text(1))?.mark(row.bool(2)) else { return }
                given[mark, default: []].append(ItemID(row.integer(0)))
            }
        }
        if given.isEmpty { return }
        try withoutTouchingFolder {
            for mark in given.keys.sorted(by: { $0 != .deleted && $1 == .deleted }) {
                _ = try makeAlone(mark, of: ItemSet(given[mark] ?? []), at: time)
            }
        }
    }

    /// Forgets marks of items that haven't come for a long time.
    func forgetWaitingMarks(at now: Date) throws {
        try run(
            """
            DELETE FROM folder_marks WHERE day NOT BETWEEN ? AND ? AND NOT EXISTS (
                SELECT 1 FROM folder_feeds JOIN feeds USING (url) JOIN items ON items.feed = feeds.id
                WHERE folder_feeds.id = folder_marks.feed AND identity BETWEEN key << 16 AND key << 16 | 65535)
            """, now.day - Self.waitingDays, now.day + Self.waitingDays)
    }

    private static let waitingDays: Int64 = 400
}

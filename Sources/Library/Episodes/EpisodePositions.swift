package import FeedParser
package import FoundationEssentials
import SQLite
import SyncFolder

// Positions travel: through the shared folder, or through the item's server.
extension Database {
    /// Lets playing go on from where it stopped elsewhere, if that was later, or at the same time and further on; returns
    /// whether it was.
    func takePosition(_ stop: FolderPosition, of item: ItemID, at time: Int64) throws -> Bool {
        try addEpisodes([item])
        return try run(
            """
            UPDATE episodes SET position = ?2, duration = coalesce(?3, duration), played_at = ?4
            WHERE item = ?1 AND (coalesce(played_at, -1), position) < (?4, ?2)
            """, item, stop.position, stop.duration, time) > 0
    }

    /// For an account's server. Few items are episodes, so these come first.
    func positions(of account: AccountID, all: Bool) throws -> [EpisodePosition] {
        try self.all(
            """
            SELECT server_id, episodes.url, episodes.position / 1000, coalesce(episodes.duration / 1000, contents.duration),
                played_at, feeds.url, guid, is_heard AND episodes.position = 0, told_at IS NOT coalesce(played_at, 0)
            FROM episodes CROSS JOIN server_items INDEXED BY server_items_by_item USING (item)
                CROSS JOIN states USING (item) CROSS JOIN contents USING (item) JOIN feeds ON feeds.id = states.feed
            WHERE server_items.account = ?1 AND is_gone = 0 AND is_deleted = 0 AND episodes.url IS NOT NULL
                AND (told_at IS NOT coalesce(played_at, 0) OR ?2 AND is_queued = 1 AND is_heard = 0)
            ORDER BY place
            """, account, all
        ) { row in
            var position = EpisodePosition(
                row.remoteID(0), row.text(1), at: row.int(2), of: row.optionalInt(3), playedAt: row.optionalDate(4))
            // What tells a server's feed from another with its URL.
            position.feed = String(row.text(5).prefix { $0 != "#" })
            (position.guid, position.isHeard, position.isUntold) = (row.optionalText(6), row.bool(7), row.bool(8))
            return position
        }
    }

    /// Notes for the shared folder that an episode was played. While it plays on, one note is enough.
    func touchPosition(of item: ItemID) throws {
        let isNoted = try first(
            "SELECT 1 FROM folder_touches WHERE kind = ? AND items = ?", FolderMarkKind.position(nil).stored,
            ItemSet([item])
        ) { _ in true }
        if isNoted == nil { try touchForFolder([item], .position(nil)) }
    }
}

extension Library {
    /// The episodes of an account of which its server hasn't been told or asked since they were played or queued, and
    /// with `all` the others of the queue, in its order.
    package func positions(of account: AccountID, all: Bool) throws(LibraryFailure) -> [EpisodePosition] {
        try read { try $0.positions(of: account, all: all) }
    }

    /// Takes positions that a server has; returns how many episodes that changes. Those without a time count only where the
    /// server knew the one that is here. It was told the others.
    package func take(
        _ theirs: [EpisodePosition], told ours: [EpisodePosition] = [], of account: AccountID, in sync: SyncNumber,
        at now: Date
    ) throws(LibraryFailure) -> Int {
        try write { database in
            let ofServer = "(SELECT item FROM server_items WHERE account = ? AND server_id = ?)"
            let tell = try database.statement("UPDATE episodes SET told_at = coalesce(?, 0) WHERE item = \(ofServer)")
            for position in ours where position.isUntold { try tell.run(position.playedAt, account, position.item) }
            let find = try database.statement(
                """
                SELECT states.item FROM states LEFT JOIN episodes USING (item) WHERE states.item = \(ofServer)
                    AND coalesce(url, ?3) = ?3 AND (coalesce(position, 0) / 1000 <> ?4 OR ?5)
                    AND (?6 OR coalesce(played_at, 0) = coalesce(told_at, 0))
                """)
            var (taken, heard) = (0, [ItemID]())
            for position in theirs {
                let item = try find.first(
                    account, position.item, position.file, position.seconds, position.isHeard, position.playedAt != nil
                ) { ItemID($0.integer(0)) }
                let stop = FolderPosition(
                    Int64(position.seconds) * 1000, of: position.total.map { Int64($0) * 1000 })
                let time = position.playedAt ?? now
                guard let item, try database.takePosition(stop, of: item, at: time.milliseconds) else { continue }
                try tell.run(time, account, position.item)
                taken += 1
                if position.isHeard { heard.append(item) }
            }
            var marks: [Step.ItemMarks] = []
            let time = try database.timeOfStep(at: now)
            for mark in [Mark.heard, .read] {
                let changed = try database.makeAlone(mark, of: ItemSet(heard), at: time)
                if !changed.isEmpty { marks.append(Step.ItemMarks(mark: mark, items: changed)) }
            }
            try database.recordSync(marks, sync, at: time)
            return (taken, (taken > 0 ? [.episodes] : []) + marks.map { .marked($0.mark, $0.items) })
        }
    }
}

package import FoundationEssentials
import SQLite
import System

/// The user's settings for downloads.
package struct DownloadSettings: Equatable, Sendable {
    package var folder: EpisodeFolder
    /// The names of files, in newsboat's notation.
    package var nameFormat = ""
    /// The most downloads at once, in all and from one host.
    package var atOnce = 3
    package var perHost = 1
    /// How much the files may take up.
    package var bytes = Int.max
    /// Whether files of heard episodes go.
    package var deletesPlayed = false

    package init(folder: EpisodeFolder) { self.folder = folder }
}

/// What the library knows about the beginning of a file. With a validator, what is in the folder belongs to that version.
package struct EpisodePart: Equatable, Sendable {
    package var file: String
    package var total: Int?
    package var validator: String?
    package var validatorHost: String?
}

// Downloads: what is wanted, and what has come.
extension Library {
    /// Lets downloads wait for their turn, or not any more.
    package func setDownloads(of items: ItemSet, to stage: EpisodeDownload.Stage, because failure: String? = nil) {
        writeSoon { database in
            let statement = try database.statement("UPDATE episodes SET download = ?2, failure = ?3 WHERE item = ?1")
            for item in items { try statement.run(item, stage.rawValue, failure) }
            return [.episodes]
        }
    }

    /// The episodes of the queue that are to be downloaded, in its order.
    package func wantedDownloads() throws(LibraryFailure) -> [ItemID] {
        try read { database in
            try database.all(
                """
                SELECT item FROM episodes JOIN states USING (item)
                WHERE download = ? AND is_queued = 1 AND is_listed = 1 ORDER BY place
                """, EpisodeDownload.Stage.wanted.rawValue
            ) { ItemID($0.integer(0)) }
        }
    }

    /// Nil if the episode's file has no name yet.
    package func part(of item: ItemID) throws(LibraryFailure) -> EpisodePart? { try read { try $0.part(of: item) } }

    /// Names an episode's file, unless another process has done so.
    package func namePart(of item: ItemID, _ file: String) throws(LibraryFailure) -> EpisodePart? {
        try write { database in
            try database.run("UPDATE episodes SET file = ?2 WHERE item = ?1 AND file IS NULL", item, file)
            return (try database.part(of: item), [])
        }
    }

    /// The names of all files.
    package func episodeFileNames() throws(LibraryFailure) -> Set<String> {
        Set(try read { try $0.all("SELECT file FROM episodes WHERE file IS NOT NULL") { $0.text(0) } })
    }

    /// Notes that a file begins, before its part is written. Until its version is known, what is there belongs to none.
    /// That survives a power cut, after which the part might have the bytes of another version.
    package func beginDownload(of item: ItemID) throws(LibraryFailure) {
        try write(durably: true) { database in
            try database.run(
                "UPDATE episodes SET total = NULL, validator = NULL, validator_host = NULL WHERE item = ?", item)
            return ((), [])
        }
    }

    /// Notes the version that has begun to come.
    package func recordDownload(
        of item: ItemID, validator: String?, from host: String?, total: Int?
    ) throws(LibraryFailure) {
        try write { database in
            try database.run(
                "UPDATE episodes SET validator = ?2, validator_host = ?3, total = ?4 WHERE item = ?1", item, validator,
                host, total)
            return ((), [.episodes])
        }
    }

    /// Notes that a file is complete.
    package func finishDownload(of item: ItemID, as file: String, bytes: Int) throws(LibraryFailure) {
        try write { database in
            try database.run(
                """
                UPDATE episodes SET download = ?2, file = ?3, total = ?4, validator = NULL, validator_host = NULL,
                    failure = NULL
                WHERE item = ?1
                """, item, EpisodeDownload.Stage.kept.rawValue, file, bytes)
            return ((), [.episodes])
        }
    }
}

/// A file that the library knows.
private struct EpisodeFile: Sendable {
    let item: ItemID
    let name: String
    let total: Int?
    /// Whether its episode is in the queue.
    let isQueued: Bool
    /// Whether undo can bring it back there, of a feed that was removed or by a step of the journal.
    let mayReturn: Bool
    /// When it was heard; nil if it wasn't.
    let heardAt: Date?
}

// The room that files take up.
extension Library {
    /// Deletes files of heard episodes, those heard longest ago first, if a download of so many bytes then fits. Returns
    /// the bytes that its file may have.
    package func makeRoom(
        for bytes: Int, of item: ItemID, _ settings: DownloadSettings
    ) throws(LibraryFailure) -> Int {
        guard settings.bytes < .max else { return .max }
        let others = try read { try $0.episodeFiles() }.filter { $0.item != item }
        let sizes = others.map { file in
            // Those that are coming need all of their room. A hostile library may have any number there.
            let size = settings.folder.bytes(of: file.name)
            let isPart = size > 0 && settings.folder.path(of: file.name) == nil
            return isPart ? max(size, min(file.total ?? 0, 1 << 40)) : size
        }
        var room = settings.bytes - sizes.reduce(0, +)
        let heard = zip(others, sizes).filter { $0.0.heardAt != nil && $0.1 > 0 }
            .sorted { ($0.0.heardAt ?? .distantPast) < ($1.0.heardAt ?? .distantPast) }
        guard room < bytes, room + heard.reduce(0, { $0 + $1.1 }) >= bytes else { return room }
        var gone: [ItemID] = []
        for (file, size) in heard where room < bytes {
            settings.folder.remove(file.name)
            gone.append(file.item)
            room += size
        }
        try forgetFiles(of: gone)
        return room
    }

    /// Moves files of episodes that have left the queue into the folder's trash, and those of others back. Deletes those
    /// that no undo can bring back.
    package func tidyDownloads(_ settings: DownloadSettings, at now: Date) throws(LibraryFailure) {
        let files = try read { try $0.episodeFiles() }
        guard !files.isEmpty else { return }
        let staying = files.filter { $0.isQueued && !(settings.deletesPlayed && $0.heardAt != nil) }
        let stay = Set(staying.map(\.item))
        let going = files.filter { !stay.contains($0.item) }
        let lost = going.filter { !$0.mayReturn }
        settings.folder.arrange(
            staying: staying.map(\.name), going: going.map(\.name), lost: Set(lost.map(\.name)),
            before: Int((now - 91 * 86_400).timeIntervalSince1970))
        try forgetFiles(of: lost.map(\.item))
    }

    private func forgetFiles(of items: [ItemID]) throws(LibraryFailure) {
        guard !items.isEmpty else { return }
        try write { database in
            let statement = try database.statement(
                """
                UPDATE episodes SET download = 0, file = NULL, total = NULL, validator = NULL, validator_host = NULL,
                    failure = NULL
                WHERE item = ?
                """)
            for item in items { try statement.run(item) }
            return ((), [.episodes])
        }
    }
}

extension Database {
    fileprivate func part(of item: ItemID) throws -> EpisodePart? {
        try first(
            "SELECT file, total, validator, validator_host FROM episodes WHERE item = ? AND file IS NOT NULL", item
        ) { row in
            EpisodePart(
                file: row.text(0), total: row.optionalInt(1), validator: row.optionalText(2),
                validatorHost: row.optionalText(3))
        }
    }

    fileprivate func episodeFiles() throws -> [EpisodeFile] {
        // The kinds of steps that queue items, take them out of the queue, or mark them heard.
        let steps = try all(
            """
            SELECT items FROM journal
            WHERE kind IN ('queue', 'unqueue', 'heard', 'unheard', 'delete', 'rules', 'sync', 'import')
            """
        ) { $0.itemSet(0) ?? ItemSet() }
        let undoable = steps.reduce(ItemSet()) { $0.union($1) }
        return try all(
            """
            SELECT item, file, episodes.total, is_queued = 1 AND is_deleted = 0, is_subscribed,
                CASE WHEN is_heard = 1 THEN coalesce(heard_at, 0) END
            FROM episodes JOIN states USING (item) JOIN feeds ON feeds.id = states.feed WHERE file IS NOT NULL
            """
        ) { row in
            let item = ItemID(row.integer(0))
            return EpisodeFile(
                item: item, name: row.text(1), total: row.optionalInt(2), isQueued: row.bool(3) && row.bool(4),
                mayReturn: !row.bool(4) || undoable.contains(item), heardAt: row.optionalDate(5))
        }
    }
}

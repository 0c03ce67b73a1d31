package import FoundationEssentials
import SQLite
import System

/// The user's settings for downloads.
package struct DownloadSettings: Equatable, Sendable {
    package var folder: EpisodeFolder
    /// The names of files, in newsboat's notation.
    package var nameFormat = ""
    /// The most downloads at once, each from another host.
    package var atOnce = 3
    /// How much the files may take up.
    package var bytes = Int.max
    /// Whether files of heard episodes go.
    package var deletesPlayed = false

    package init(folder: EpisodeFolder) { self.folder = folder }
}

// Downloads: what is wanted, and what has come.
extension Library {
    /// Lets downloads wait for their turn, or not any more.
    package func setDownloads(of items: ItemSet, to stage: EpisodeDownload.Stage, because failure: String? = nil) {
        writeSoon { database in
            try database.changeDownloads(of: items) { ($0.stage, $0.failure) = (stage, failure) }
            return [.episodes]
        }
    }

    /// Notes what is known of an episode's download; returns it. `durably`, that survives a power cut.
    @discardableResult
    package func changeDownload(
        of item: ItemID, durably isDurable: Bool = false, _ change: @Sendable (inout EpisodeDownload) -> Void
    ) throws(LibraryFailure) -> EpisodeDownload? {
        try write(durably: isDurable) { database in
            try database.changeDownloads(of: [item], change)
            return (try database.download(of: item), [.episodes])
        }
    }

    /// Lets all unheard episodes of the queue that have a file wait for their download.
    package func wantQueue() throws(LibraryFailure) {
        try write { database in
            try database.run(
                """
                UPDATE episodes SET download = ?
                WHERE download = ? AND url IS NOT NULL
                    AND item IN (SELECT item FROM states WHERE is_queued = 1 AND is_heard = 0)
                """, EpisodeDownload.Stage.wanted.rawValue, EpisodeDownload.Stage.unwanted.rawValue)
            return ((), database.changes > 0 ? [.episodes] : [])
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

    /// The names of all files.
    package func episodeFileNames() throws(LibraryFailure) -> Set<String> {
        Set(try read { try $0.all("SELECT file FROM episodes WHERE file IS NOT NULL") { $0.text(0) } })
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
    /// The bytes of all files, and of what has come of others.
    package func downloadedBytes(in folder: EpisodeFolder) throws(LibraryFailure) -> Int {
        try episodeFileNames().reduce(0) { $0 + folder.bytes(of: $1) }
    }

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
            try database.changeDownloads(of: ItemSet(items)) { $0 = EpisodeDownload() }
            return ((), [.episodes])
        }
    }
}

// Files that another reader has downloaded.
extension Database {
    /// Makes a file that of an item, unless that has one, or the file belongs to another. Returns whether it did.
    func takeOver(_ file: String, _ bytes: Int, for item: ItemID, from url: String) throws -> Bool {
        try run(
            """
            UPDATE episodes SET download = ?2, file = ?3, total = ?4, failure = NULL
            WHERE item = ?1 AND url = ?5 AND file IS NULL AND NOT EXISTS (SELECT 1 FROM episodes WHERE file = ?3)
            """, item, EpisodeDownload.Stage.kept.rawValue, file, bytes, url) > 0
    }

    /// Forgets the files of items whose import is undone. They stay in the folder, since the other reader has them, too.
    func giveBackFiles(of taken: Step.Import) throws {
        let queued = taken.marks.filter { $0.mark == .queued }.reduce(ItemSet()) { $0.union($1.items) }
        let imported = try taken.feeds.flatMap { feed in
            try all("SELECT item FROM episodes JOIN states USING (item) WHERE feed = ?", feed) { ItemID($0.integer(0)) }
        }
        try changeDownloads(of: queued.union(ItemSet(imported))) { if $0.stage == .kept { $0 = EpisodeDownload() } }
    }
}

extension Database {
    /// Nil if the item was never queued or played.
    fileprivate func download(of item: ItemID) throws -> EpisodeDownload? {
        try first("SELECT \(EpisodeDownload.columns) FROM episodes WHERE item = ?", item) { EpisodeDownload($0) }
    }

    fileprivate func changeDownloads(of items: ItemSet, _ change: (inout EpisodeDownload) -> Void) throws {
        let statement = try statement(
            """
            UPDATE episodes SET download = ?2, file = ?3, total = ?4, failure = ?5, validator = ?6, validator_host = ?7
            WHERE item = ?1
            """)
        for item in items {
            guard var download = try download(of: item) else { continue }
            change(&download)
            try statement.run(
                item, download.stage.rawValue, download.file, download.total, download.failure, download.validator,
                download.validatorHost)
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

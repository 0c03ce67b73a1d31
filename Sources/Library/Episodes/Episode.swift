package import FoundationEssentials
import SQLite
import URLs

/// An item's audio or video file: its place in the queue, its download, and how far it was played.
package struct Episode: Equatable, Identifiable, Sendable {
    package var item: Item
    package let feedName: String
    package let feedURL: String
    /// The file's URL, as the feed names it; nil if the item has no file, and a site's own tool plays its page.
    package let url: String?
    package let type: String?
    /// As the feed says, in bytes.
    package let announcedBytes: Int?
    package let download: EpisodeDownload
    /// Where playing stopped, in milliseconds.
    package let position: Int64
    /// In milliseconds, as the player says, or else the feed.
    package let duration: Int64?
    package let playedAt: Date?
    /// At which episodes of this feed play; nil if the user has chosen none.
    package var speed: Double?

    package var id: ItemID { item.id }

    /// The path of its downloaded file, if it is there.
    package func file(in folder: EpisodeFolder) -> String? {
        download.stage == .kept ? download.file.flatMap(folder.path) : nil
    }

    /// What a player without the file plays.
    package var address: String? { url ?? item.link }
}

/// What has become of an episode's download.
package struct EpisodeDownload: Equatable, Sendable {
    package enum Stage: Int, Sendable {
        case unwanted, wanted, paused, failed
        /// The file is in the folder, unless somebody has removed it.
        case kept
    }

    package var stage = Stage.unwanted
    /// The name of the file in the folder.
    package var file: String?
    /// In bytes, as the server says.
    package var total: Int?
    package var failure: String?
    /// The version to which the part in the folder belongs, and who named it; without one, the part is worth nothing.
    package var validator: String?
    package var validatorHost: String?

    package init(stage: Stage = .unwanted, file: String? = nil, total: Int? = nil) {
        (self.stage, self.file, self.total) = (stage, file, total)
    }

    static let columns = """
        episodes.download, episodes.file, episodes.total, episodes.failure, episodes.validator, episodes.validator_host
        """

    /// Reads the columns, from one on.
    init(_ row: borrowing Row, from column: Int32 = 0) {
        stage = row.optionalInt(.position(column)).flatMap(Stage.init(rawValue:)) ?? .unwanted
        (file, total) = (row.optionalText(.position(column + 1)), row.optionalInt(.position(column + 2)))
        failure = row.optionalText(.position(column + 3))
        (validator, validatorHost) = (row.optionalText(.position(column + 4)), row.optionalText(.position(column + 5)))
    }
}

extension Library {
    /// The queue, in its order.
    package func episodes() throws(LibraryFailure) -> [Episode] {
        let pending = changeQueue.marks
        let episodes = try read { database in
            try database.all("\(Episode.query) WHERE is_queued = 1 AND is_listed = 1 ORDER BY place", Value.null) {
                Episode($0)
            }
        }
        if pending.isEmpty { return episodes }
        let items = Dictionary(uniqueKeysWithValues: episodes.map(\.item).applying(pending).map { ($0.id, $0) })
        return episodes.compactMap { episode in
            guard let item = items[episode.id], item.isQueued else { return nil }
            var episode = episode
            episode.item = item
            return episode
        }
    }

    /// An item's episode, whether it is queued or not; nil if the item is gone.
    package func episode(of item: ItemID) throws(LibraryFailure) -> Episode? {
        try read { database in
            let file = try database.playableFile(of: item)
            return try database.first(
                "\(Episode.query) WHERE states.item = ?2 AND is_deleted = 0", file, item
            ) { Episode($0) }
        }
    }

    /// Stores where playing has stopped. That is no step of the journal.
    package func storePosition(_ position: Int64, duration: Int64?, of item: ItemID, at now: Date = Date()) {
        writeSoon { database in
            try database.addEpisodes([item])
            try database.run(
                """
                UPDATE episodes SET position = ?2, duration = coalesce(?3, duration), played_at = ?4 WHERE item = ?1
                """, item, position, duration, now)
            try database.touchPosition(of: item)
            return [.episodes]
        }
    }

    /// Stores at which speed episodes of an item's feed play.
    package func storeSpeed(_ speed: Double, ofFeedOf item: ItemID) {
        writeSoon { database in
            try database.run(
                "UPDATE feeds SET speed = ?2 WHERE id = (SELECT feed FROM states WHERE item = ?1)", item, speed)
            return []
        }
    }

    /// Chooses which of its files a queued item's episode is.
    package func choose(_ url: String, of item: ItemID) {
        writeSoon { database in
            try database.choose(url, of: item)
            return [.episodes]
        }
    }

    /// Marks an episode heard and read. Played again, it begins at its start.
    package func finishEpisode(_ item: ItemID, duration: Int64? = nil) {
        storePosition(0, duration: duration, of: item)
        mark(.item(item), .heard)
        mark(.item(item), .read)
    }

    /// Moves an episode in the queue, by so many places.
    package func moveEpisode(_ item: ItemID, by steps: Int) {
        writeSoon { database in
            var queue = try database.all(
                "SELECT item, place FROM episodes JOIN states USING (item) WHERE is_queued = 1 ORDER BY place"
            ) { (item: ItemID($0.integer(0)), place: $0.integer(1)) }
            let places = queue.map(\.place)
            guard let old = queue.firstIndex(where: { $0.item == item }) else { return [] }
            let new = min(max(old + steps, 0), queue.count - 1)
            queue.insert(queue.remove(at: old), at: new)
            let statement = try database.statement("UPDATE episodes SET place = ? WHERE item = ?")
            for index in min(old, new)...max(old, new) { try statement.run(places[index], queue[index].item) }
            return [.episodes]
        }
    }
}

extension Database {
    var hasEpisodes: Bool { get throws { try first("SELECT 1 FROM episodes LIMIT 1") { _ in true } ?? false } }

    /// Gives items their places in the queue: at the end, or the former ones, as an undo does.
    func enqueue(_ items: ItemSet, atEnd: Bool) throws {
        try addEpisodes(items)
        guard atEnd else { return }
        let statement = try statement(
            "UPDATE episodes SET place = (SELECT max(place) + 1 FROM episodes) WHERE item = ?")
        // Several are in the order that they had, if they were there before.
        let ordered =
            try items.count == 1
            ? Array(items)
            : all("SELECT item FROM episodes ORDER BY place") { ItemID($0.integer(0)) }.filter(items.contains)
        for item in ordered { try statement.run(item) }
    }

    /// Chooses which of its files an item's episode is, until one is downloaded.
    func choose(_ url: String, of item: ItemID) throws {
        try run("UPDATE episodes SET url = ?2 WHERE item = ?1 AND file IS NULL", item, url)
    }

    /// The items that have these files, by the URLs: those that lists show before others.
    func items(withFiles urls: Set<String>) throws -> [String: ItemID] {
        var items: [String: ItemID] = [:]
        try each(
            """
            SELECT url, item, is_listed FROM enclosures JOIN states USING (item)
            WHERE NOT is_transcript AND is_deleted = 0
            """
        ) { row in
            let url = row.text(0)
            if urls.contains(url), row.bool(2) || items[url] == nil { items[url] = ItemID(row.integer(1)) }
        }
        return items
    }

    /// Adds the rows that items don't have yet.
    func addEpisodes(_ items: ItemSet) throws {
        let known = try statement("SELECT 1 FROM episodes WHERE item = ?")
        let add = try statement(
            """
            INSERT INTO episodes (item, url, place) SELECT item, ?2, (SELECT coalesce(max(place), 0) + 1 FROM episodes)
            FROM states WHERE item = ?1
            """)
        for item in items where try known.first(item, read: { _ in true }) == nil {
            try add.run(item, playableFile(of: item))
        }
    }

    /// The URL of an item's first audio or video file.
    fileprivate func playableFile(of item: ItemID) throws -> String? {
        try all("SELECT url, type FROM enclosures WHERE item = ? AND NOT is_transcript ORDER BY position", item) {
            Article.Enclosure(url: $0.text(0), type: $0.optionalText(1))
        }.first(where: \.isPlayable)?.url
    }
}

extension Article.Enclosure {
    /// Whether it is audio or video: by its type, or where that says nothing, by the end of its name.
    package var isPlayable: Bool {
        let type = type?.lowercased() ?? ""
        if type.hasPrefix("audio/") || type.hasPrefix("video/") { return true }
        guard type.isEmpty || type == "application/octet-stream" || type == "application/ogg" else { return false }
        let ending = String(url.prefix { $0 != "?" && $0 != "#" }).ending
        return ending.map { Self.playableEndings.contains($0.lowercased()) } ?? false
    }

    /// The same of an item's files, nearly.
    static let playableFilter =
        "enclosure_type =~ \"(^| )(audio|video)/\" or enclosure_url =~ \"[.](\(playableEndings.sorted().joined(separator: "|")))([?# ]|$)\""

    private static let playableEndings: Set<String> = [
        "mp3", "m4a", "m4b", "aac", "ogg", "oga", "opus", "flac", "wav", "mp4", "m4v", "mkv", "webm", "mov", "ogv"
    ]
}

extension Episode {
    /// With the URL of an unqueued item's file as `?1`.
    fileprivate static let query = """
        SELECT coalesce(episodes.url, ?1) AS file_url,
            (SELECT type FROM enclosures WHERE enclosures.item = states.item AND enclosures.url = coalesce(episodes.url, ?1)),
            (SELECT length FROM enclosures WHERE enclosures.item = states.item AND enclosures.url = coalesce(episodes.url, ?1)),
            coalesce(episodes.position, 0), coalesce(episodes.duration, contents.duration * 1000), episodes.played_at,
            coalesce(own_title, feeds.title), feeds.url, feeds.speed, \(EpisodeDownload.columns), \(Item.columns)
        FROM \(Item.tables) JOIN feeds ON feeds.id = states.feed JOIN contents ON contents.item = states.item
            LEFT JOIN episodes ON episodes.item = states.item
        """

    fileprivate init(_ row: borrowing Row) {
        let address = row.text(7)
        self.init(
            item: Item(row, from: 15),
            feedName: row.optionalText(6) ?? address.shownAddress,
            feedURL: address,
            url: row.optionalText(0),
            type: row.optionalText(1),
            announcedBytes: row.optionalInt(2).flatMap { $0 > 0 ? $0 : nil },
            download: EpisodeDownload(row, from: 9),
            position: row.integer(3), duration: row.optionalInteger(4), playedAt: row.optionalDate(5),
            speed: row.optionalReal(8))
    }
}

package import FoundationEssentials
import Glibc
import SQLite
import System
import Typesetting

/// The pictures of an item: in the feed's text, in the article of its page, and the one that stands for a text without.
package struct ItemPictures: Equatable, Sendable {
    package let item: ItemID
    /// The URLs, each once, in the order of the texts.
    package let urls: [String]

    package init(item: ItemID, urls: [String]) {
        self.item = item
        self.urls = urls
    }

    /// More aren't fetched ahead for an item.
    static let most = 50
}

extension Library {
    /// The URLs of an item's pictures on the web, at most 50. Reads its texts, so it may take milliseconds.
    package func pictures(of item: ItemID) throws(LibraryFailure) -> ItemPictures {
        let texts = try read { database in
            try database.first(
                """
                SELECT contents.html, full_texts.html, coalesce(link, site)
                FROM states JOIN items ON items.id = states.item JOIN feeds ON feeds.id = states.feed
                    JOIN contents ON contents.item = items.id LEFT JOIN full_texts ON full_texts.item = items.id
                WHERE states.item = ? AND is_deleted = 0
                """, item
            ) { (htmls: [$0.text(0), $0.text(1)], base: $0.optionalText(2)) }
        }
        var urls: [String] = []
        for (index, html) in (texts?.htmls ?? []).enumerated() where index == 0 || !html.isEmpty {
            let html = String(decoding: html.utf8.prefix(FullText.longest), as: UTF8.self)
            var images = Document(html: html, baseURL: texts?.base).images.compactMap(\.source)
            if images.isEmpty, let picture = try article(item)?.picture { images = [picture] }
            for url in images
            where urls.count < ItemPictures.most && url.hasPrefix("http") && !urls.contains(url) {
                urls.append(url)
            }
        }
        return ItemPictures(item: item, urls: urls)
    }

    /// The items among these whose pictures lede hasn't tried to fetch ahead, or may try again, newest first.
    package func itemsLackingPictures(
        among items: ItemSet, limit: Int, at now: Date
    ) throws(LibraryFailure) -> [ItemID] {
        try read { database in
            let statement = try database.statement(
                """
                SELECT states.date FROM states WHERE item = ?1 AND is_deleted = 0
                    AND (NOT EXISTS (SELECT 1 FROM pictured_items WHERE pictured_items.item = ?1 AND due > ?2)
                        OR EXISTS (SELECT 1 FROM item_pictures JOIN pictures ON pictures.id = picture
                            WHERE item_pictures.item = ?1 AND file IS NULL AND due <= ?2))
                """)
            let dated = try items.compactMap { item in
                try statement.first(item, now) { ($0.integer(0), item) }
            }
            return dated.sorted { ($0.0, $0.1.rawValue) > ($1.0, $1.1.rawValue) }.prefix(limit).map(\.1)
        }
    }

    /// The URLs that the user wrote for these items' feeds; empty for those of feed servers.
    package func feedURLs(of items: [ItemID]) throws(LibraryFailure) -> [ItemID: String] {
        try read { database in
            let statement = try database.statement(
                """
                SELECT \(Self.writtenURL) FROM states JOIN feeds ON feeds.id = states.feed
                WHERE states.item = ? AND is_deleted = 0
                """)
            var urls: [ItemID: String] = [:]
            for item in Set(items) {
                urls[item] = try statement.first(item) { $0.text(0) }
            }
            return urls
        }
    }

    /// Notes that lede has tried to fetch all pictures of these items, and needn't do so again before a date.
    package func recordPictures(
        of items: [ItemID], triedAgainAt date: Date = .distantFuture
    ) throws(LibraryFailure) {
        guard !items.isEmpty else { return }
        try write { database in
            let record = try database.statement(
                """
                INSERT INTO pictured_items (item, due) SELECT item, ?2 FROM states WHERE item = ?1 AND is_deleted = 0
                ON CONFLICT (item) DO UPDATE SET due = ?2
                """)
            for item in items { try record.run(item, date) }
            return ((), [])
        }
    }
}

/// A picture whose file is in the cache folder.
package struct KeptPicture: Equatable, Sendable {
    /// Other programs may remove the file at any time.
    package let path: String
    package let bytes: Int
    /// In pixels; nil until somebody has decoded the picture.
    package let width: Int?
    package let height: Int?
}

/// What lede knows about the picture at a URL.
package enum PictureKnowledge: Equatable, Sendable {
    case kept(KeptPicture)
    /// lede couldn't fetch it for this reason, and tries again by itself after the date.
    case failed(String, until: Date)
}

/// A picture that has come, with the server's validators.
package struct FetchedPicture: Sendable {
    package let url: String
    package let bytes: [UInt8]
    package let etag: String?
    package let lastModified: String?

    package init(url: String, bytes: [UInt8], etag: String? = nil, lastModified: String? = nil) {
        self.url = url
        self.bytes = bytes
        self.etag = etag
        self.lastModified = lastModified
    }
}

// Pictures of items. Their files are in the cache folder, and the library knows their URLs.
extension Library {
    /// The pictures at these URLs whose files are there.
    package func pictures(at urls: some Sequence<String>) throws(LibraryFailure) -> [String: KeptPicture] {
        try knowledge(ofPicturesAt: urls).compactMapValues { known in
            if case .kept(let picture) = known { picture } else { nil }
        }
    }

    /// What lede knows about the pictures at these URLs; nothing about those whose files are gone.
    package func knowledge(
        ofPicturesAt urls: some Sequence<String>
    ) throws(LibraryFailure) -> [String: PictureKnowledge] {
        let urls = Set(urls)
        return try read { database in
            let statement = try database.statement(
                """
                SELECT hash, bytes, width, height, reason, due FROM pictures LEFT JOIN picture_files ON picture_files.id = file
                WHERE url = ?
                """)
            var known: [String: PictureKnowledge] = [:]
            for url in urls {
                known[url] =
                    try statement.first(url) { row -> PictureKnowledge? in
                        if row.isNull(0) { return .failed(row.text(4), until: row.date(5)) }
                        guard let hash = PictureHash(row.blob(0)), pictureFolder.has(hash, bytes: row.int(1)) else {
                            return nil
                        }
                        return .kept(
                            KeptPicture(
                                path: pictureFolder.path(of: hash), bytes: row.int(1), width: row.optionalInt(2),
                                height: row.optionalInt(3)))
                    } ?? nil
            }
            return known
        }
    }

    /// Keeps a picture for items that show it.
    ///
    /// `isPreloaded` says that nobody has looked at it yet, so that it stays until then.
    package func store(
        _ picture: FetchedPicture, for items: [ItemID], isPreloaded: Bool, at now: Date
    ) throws(LibraryFailure) -> KeptPicture {
        let hash = PictureHash(of: picture.bytes)
        // First, as nobody may rely on a file that isn't there yet.
        do throws(FileFailure) { try pictureFolder.write(picture.bytes, as: hash) } catch {
            throw LibraryFailure(error)
        }
        return try write { database in
            let file = try database.storePictureFile(
                hash, bytes: picture.bytes.count, isPreloaded: isPreloaded, at: now)
            try database.run(
                """
                INSERT INTO pictures (url, file, etag, last_modified, failures, due) VALUES (?1, ?2, ?3, ?4, 0, 0)
                ON CONFLICT (url) DO UPDATE SET (file, etag, last_modified, failures, reason, due)
                    = (?2, ?3, ?4, 0, NULL, 0)
                """, picture.url, file, picture.etag, picture.lastModified)
            try database.link(pictureAt: picture.url, to: items)
            let size = try database.first("SELECT width, height FROM picture_files WHERE id = ?", file) {
                ($0.optionalInt(0), $0.optionalInt(1))
            }
            let kept = KeptPicture(
                path: pictureFolder.path(of: hash), bytes: picture.bytes.count, width: size?.0, height: size?.1)
            return (kept, [])
        }
    }

    /// Notes that items show pictures that lede knows.
    package func link(picturesAt urls: [String: [ItemID]]) throws(LibraryFailure) {
        let missing = try read { try $0.lackingLinks(urls) }
        var rest = missing[...]
        // In short transactions, so that marks don't wait.
        while !rest.isEmpty {
            let batch = rest.prefix(500)
            rest = rest.dropFirst(batch.count)
            try write { database in
                for (url, items) in batch { try database.link(pictureAt: url, to: items) }
                return ((), [])
            }
        }
    }

    /// Notes that lede couldn't fetch a picture, and tries again by itself only after a while: longer each time, and
    /// not before `earliest`. If there is no such picture, it waits longest.
    package func recordFailure(
        ofPicturesAt urls: [String: [ItemID]], because reason: String, isDefinite: Bool = false, earliest: Date? = nil,
        at now: Date
    ) throws(LibraryFailure) {
        try write { database in
            for (url, items) in urls {
                let failures = try database.first("SELECT failures FROM pictures WHERE url = ?", url) { $0.int(0) } ?? 0
                let wait = isDefinite ? PageRequest.longestWait : PageRequest.wait(afterFailures: failures + 1)
                try database.run(
                    """
                    INSERT INTO pictures (url, failures, reason, due) VALUES (?1, 1, ?2, ?3)
                    ON CONFLICT (url) DO UPDATE SET (file, etag, last_modified, failures, reason, due)
                        = (NULL, NULL, NULL, failures + 1, ?2, ?3)
                    """, url, reason, max(now + wait, earliest ?? now))
                try database.link(pictureAt: url, to: items)
            }
            return ((), [])
        }
    }

    /// Notes the size of a picture in pixels, for the layout of the next time.
    package func recordSize(width: Int, height: Int, ofPictureAt url: String) {
        writeSoon { database in
            try database.run(
                """
                UPDATE picture_files SET (width, height) = (?2, ?3)
                WHERE id = (SELECT file FROM pictures WHERE url = ?1) AND (width, height) IS NOT (?2, ?3)
                """, url, width, height)
            return []
        }
    }

    /// Notes that the user looks at pictures now, so that they go last.
    package func recordUse(ofPicturesAt urls: [String], at now: Date) {
        guard !urls.isEmpty else { return }
        writeSoon { database in
            let use = try database.statement(
                """
                UPDATE picture_files SET (used, is_preloaded) = (?2, 0)
                WHERE id = (SELECT file FROM pictures WHERE url = ?1)
                """)
            for url in urls { try use.run(url, now) }
            return []
        }
    }
}

extension Database {
    fileprivate func storePictureFile(
        _ hash: PictureHash, bytes: Int, isPreloaded: Bool, at now: Date
    ) throws -> Int64? {
        try run(
            """
            INSERT INTO picture_files (hash, bytes, fetched, used, is_preloaded) VALUES (?1, ?2, ?3, ?3, ?4)
            ON CONFLICT (hash) DO UPDATE SET (bytes, fetched, used) = (?2, ?3, max(used, ?3))
            """, hash.bytes, bytes, now, isPreloaded)
        return try first("SELECT id FROM picture_files WHERE hash = ?", hash.bytes) { $0.integer(0) }
    }

    fileprivate func link(pictureAt url: String, to items: [ItemID]) throws {
        let link = try statement(
            """
            INSERT OR IGNORE INTO item_pictures (item, picture)
            SELECT item, pictures.id FROM states, pictures WHERE item = ? AND is_deleted = 0 AND url = ?
            """)
        for item in items { try link.run(item, url) }
    }

    /// The items that the library doesn't know yet to show these pictures.
    fileprivate func lackingLinks(_ urls: [String: [ItemID]]) throws -> [(url: String, items: [ItemID])] {
        let isThere = try statement(
            "SELECT 1 FROM item_pictures WHERE item = ? AND picture = (SELECT id FROM pictures WHERE url = ?)")
        return try urls.compactMap { url, items in
            let lacking = try items.filter { try isThere.first($0, url) { _ in true } == nil }
            return lacking.isEmpty ? nil : (url, lacking)
        }
    }
}

extension Library {
    /// Discards the files with these numbers, and what is known of their URLs. In short transactions, so that marks don't
    /// wait.
    func discardPictures(in files: [Int64]) throws(LibraryFailure) {
        var rest = files[...]
        while !rest.isEmpty {
            let batch = Array(rest.prefix(200))
            rest = rest.dropFirst(batch.count)
            let hashes = try write { database in
                let delete = try database.statement("DELETE FROM picture_files WHERE id = ? RETURNING hash")
                return (try batch.compactMap { try delete.first($0) { $0.blob(0) } }, [])
            }
            // Afterwards: a kill leaves a file that nobody knows, which tidying finds.
            for hash in hashes.compactMap(PictureHash.init) { pictureFolder.remove(hash) }
        }
    }

    /// Forgets which pictures couldn't be fetched, and for which items they were tried.
    func forgetPictureFailures(of feed: FeedID?) throws(LibraryFailure) {
        try write { database in
            try database.run(
                """
                DELETE FROM pictures WHERE file IS NULL AND (?1 IS NULL OR id IN (
                    SELECT picture FROM item_pictures JOIN states USING (item) WHERE feed = ?1))
                """, feed)
            try database.run(
                "DELETE FROM pictured_items WHERE ?1 IS NULL OR item IN (SELECT item FROM states WHERE feed = ?1)", feed
            )
            return ((), [])
        }
    }
}

extension Database {
    /// The files of a feed's pictures, or all, or those fetched before a date.
    func pictureFiles(of feed: FeedID?, fetchedBefore date: Date?) throws -> [Int64] {
        try all(
            """
            SELECT id FROM picture_files WHERE (?2 IS NULL OR fetched < ?2) AND (?1 IS NULL OR EXISTS (
                SELECT 1 FROM pictures JOIN item_pictures ON picture = pictures.id JOIN states USING (item)
                WHERE file = picture_files.id AND feed = ?1))
            """, feed, date
        ) { $0.integer(0) }
    }
}

extension Library {
    /// Creates the folder for pictures, unless it exists.
    package func makePictureFolder() throws(LibraryFailure) {
        do throws(FileFailure) { try pictureFolder.make() } catch { throw LibraryFailure(error) }
    }

    /// Finds out which pictures are gone, before lede chooses those to fetch ahead.
    package func preparePictures(at now: Date) throws(LibraryFailure) {
        // Whoever fetches them says why it can't be made.
        try? makePictureFolder()
        try tidyPictures(at: now)
    }

    /// Makes the folder of pictures and the library agree: removes files that the library doesn't know, and forgets
    /// pictures whose files are gone, and failures of long ago. Without a folder, which may be elsewhere for this process,
    /// it does nothing.
    package func tidyPictures(at now: Date) throws(LibraryFailure) {
        // Another process may be about to tell the library about a file.
        let settled = time_t(now.timeIntervalSince1970) - 3600
        var lost: [PictureHash] = []
        for first in UInt8.min ... .max {
            let known = try read { try $0.pictureHashes(beginningWith: first) }
            guard let missing = pictureFolder.tidy(first, known: known, before: settled) else { break }
            lost += missing
        }
        let stale = try read { database in
            try database.first(
                """
                SELECT EXISTS (SELECT 1 FROM pictures WHERE file IS NULL AND due < ?)
                    OR EXISTS (SELECT 1 FROM picture_files WHERE id NOT IN (SELECT file FROM pictures WHERE file > 0))
                """, now - Self.longestMemoryOfFailures
            ) { $0.bool(0) } ?? false
        }
        guard stale || !lost.isEmpty else { return }
        let forgotten = lost
        try write { database in
            for hash in forgotten { try database.forgetLost(hash) }
            try database.run("DELETE FROM pictures WHERE file IS NULL AND due < ?", now - Self.longestMemoryOfFailures)
            // Their files go the next time.
            try database.run(
                "DELETE FROM picture_files WHERE id NOT IN (SELECT file FROM pictures WHERE file > 0)")
            return ((), [])
        }
    }

    private static var longestMemoryOfFailures: TimeInterval { 90 * 86_400 }
}

extension Database {
    fileprivate func pictureHashes(beginningWith first: UInt8) throws -> Set<PictureHash> {
        var hashes: Set<PictureHash> = []
        let last = [first] + [UInt8](repeating: .max, count: 32)
        try each("SELECT hash FROM picture_files WHERE hash BETWEEN ? AND ?", [first], last) { row in
            if let hash = PictureHash(row.blob(0)) { hashes.insert(hash) }
        }
        return hashes
    }

    /// Forgets a picture that somebody else has removed, so that lede may fetch it ahead once more.
    fileprivate func forgetLost(_ hash: PictureHash) throws {
        try run(
            """
            DELETE FROM pictured_items WHERE item IN (
                SELECT item FROM picture_files JOIN pictures ON file = picture_files.id
                    JOIN item_pictures ON picture = pictures.id
                WHERE hash = ?)
            """, hash.bytes)
        try run("DELETE FROM picture_files WHERE hash = ?", hash.bytes)
    }
}

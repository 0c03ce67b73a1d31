import Files
package import FoundationEssentials
import SQLite

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

import FoundationEssentials
import SQLite

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

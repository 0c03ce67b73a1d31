import Files
package import FoundationEssentials
import Glibc
import SQLite

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

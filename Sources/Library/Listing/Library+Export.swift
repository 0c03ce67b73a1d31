import Glibc
import SQLite

extension Library {
    /// The next items of all feeds by number, including removed feeds; empty at the end.
    package func itemIDs(after last: ItemID, limit: Int) throws(LibraryFailure) -> [ItemID] {
        try read { database in
            try database.all(
                "SELECT item FROM states WHERE item > ? AND is_deleted = 0 ORDER BY item LIMIT ?", last, limit
            ) { ItemID($0.integer(0)) }
        }
    }

    /// The library's bytes on disk, with its log.
    package var size: Int {
        [path, path + "-wal"].reduce(0) { sum, path in
            var status = stat()
            return stat(path, &status) == 0 ? sum + Int(status.st_size) : sum
        }
    }
}

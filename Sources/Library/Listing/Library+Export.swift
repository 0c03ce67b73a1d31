import Glibc
import SQLite

extension Library {
    /// The next items of all feeds by their numbers, also of those that the person has left; none at the end.
    package func itemIDs(after last: ItemID, limit: Int) throws(LibraryFailure) -> [ItemID] {
        try read { database in
            try database.all(
                "SELECT item FROM states WHERE item > ? AND is_deleted = 0 ORDER BY item LIMIT ?", last, limit
            ) { ItemID($0.integer(0)) }
        }
    }

    /// How many bytes the library takes on the disk, with its log.
    package var size: Int {
        [path, path + "-wal"].reduce(0) { sum, path in
            var status = stat()
            return stat(path, &status) == 0 ? sum + Int(status.st_size) : sum
        }
    }
}

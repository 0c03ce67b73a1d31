import CSQLite
import Glibc

/// How many steps of SQLite's machine a transaction has taken, and how many it may take.
///
/// The pages of a hostile file can lead in circles, and a hostile schema can hold code that never ends. An honest transaction
/// stays far below the limit: the dearest that there are, which fill a library or check it, take some five steps a byte.
struct Work {
    /// Some seconds' worth, which any file may take.
    private static let least = 100_000_000
    private static let stepsPerByte = 50

    private var steps = 0
    private var limit = Self.least
    private(set) var isTooMuch = false

    /// Counts more steps on this connection, and returns whether there may be more of them.
    mutating func take(_ count: Int, on connection: OpaquePointer) -> Bool {
        steps += count
        guard steps > limit else { return true }
        // What it goes through may have grown since, by this very transaction.
        limit = Self.least + Self.stepsPerByte * Self.size(of: connection)
        isTooMuch = steps > limit
        return !isTooMuch
    }

    /// How long the file is, with its log and what is in memory alone as yet.
    private static func size(of connection: OpaquePointer) -> Int {
        var (cached, most) = (Int32(), Int32())
        sqlite3_db_status(connection, SQLITE_DBSTATUS_CACHE_USED, &cached, &most, 0)
        let path = sqlite3_db_filename(connection, "main").map { String(cString: $0) } ?? ""
        return [path, path + "-wal"].reduce(Int(cached)) { size, file in
            var status = stat()
            return !path.isEmpty && stat(file, &status) == 0 ? size + Int(status.st_size) : size
        }
    }
}

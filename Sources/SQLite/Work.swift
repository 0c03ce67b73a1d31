import CSQLite
import Glibc

/// The number of steps of SQLite's virtual machine that a transaction has taken and may take.
///
/// Pages of a hostile file may form circles, and a hostile schema may contain endless code. Honest transactions stay
/// far below the limit: the most expensive ones, which fill or check a library, take about five steps per byte.
struct Work {
    /// Several seconds' worth, allowed for any file.
    private static let least = 100_000_000
    private static let stepsPerByte = 50

    private var steps = 0
    private var limit = Self.least
    private(set) var isTooMuch = false

    /// Counts steps on this connection, and returns whether more are allowed.
    fileprivate mutating func countSteps(_ count: Int, on connection: OpaquePointer) -> Bool {
        steps += count
        guard steps > limit else { return true }
        // The file may have grown since, by this very transaction.
        limit = Self.least + Self.stepsPerByte * Self.size(of: connection)
        isTooMuch = steps > limit
        return !isTooMuch
    }

    /// The size of the file, with its log and its pages that are only in memory.
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

extension Connection {
    // sqlite3_interrupt would end whatever runs at that moment, perhaps already the next query.
    func watchProgress() {
        sqlite3_progress_handler(
            handle, Int32(stepsBetweenLooks),
            { connection in
                guard let connection else { return 0 }
                return Unmanaged<Connection>.fromOpaque(connection).takeUnretainedValue().mayGoOn() ? 0 : 1
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// A thousand steps of SQLite's virtual machine take about ten microseconds.
    private var stepsBetweenLooks: Int { interruptions.isEmpty ? 1_000_000 : 1000 }

    private func mayGoOn() -> Bool {
        work.countSteps(stepsBetweenLooks, on: handle) && !interruptions.contains { $0.isDue }
    }
}

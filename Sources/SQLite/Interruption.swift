import CSQLite
import Glibc
import Synchronization

/// Ends queries from any thread or after a time. They fail with the reason `.interrupted`.
package final class Interruption: Sendable {
    private let isAsked = Atomic(false)
    private let deadline: ContinuousClock.Instant?

    /// Creates an interruption that ends queries `timeout` from now, if one is given.
    package init(after timeout: Duration? = nil) {
        deadline = timeout.map { .now + $0 }
    }

    /// Ends the queries that run under this, and later ones.
    package func interrupt() { isAsked.store(true, ordering: .relaxed) }

    package var isDue: Bool {
        if isAsked.load(ordering: .relaxed) { return true }
        return deadline.map { $0 <= .now } ?? false
    }
}

extension Database {
    /// Runs `body`. Its statements fail as soon as `interruption` is due.
    package func interruptible<Result>(by interruption: Interruption, _ body: () throws -> Result) throws -> Result {
        try beginInterruptible(by: interruption)
        defer { endInterruptible() }
        return try body()
    }

    func beginInterruptible(by interruption: Interruption) throws(SQLiteError) {
        // A short query might end before SQLite checks.
        guard !interruption.isDue else { throw SQLiteError(code: SQLITE_INTERRUPT, message: "interrupted") }
        connection.interruptions.append(interruption)
        connection.watchProgress()
    }

    func endInterruptible() {
        connection.interruptions.removeLast()
        connection.watchProgress()
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

import CSQLite
import Synchronization

/// What ends queries from any thread, or when their time is over: they fail with the reason `.interrupted`.
package final class Interruption: Sendable {
    private let isAsked = Atomic(false)
    private let deadline: ContinuousClock.Instant?

    /// An interruption that comes by itself `timeout` from now, if one is given.
    package init(after timeout: Duration? = nil) {
        deadline = timeout.map { .now + $0 }
    }

    /// Ends the queries that run under this, and those that would run later.
    package func interrupt() { isAsked.store(true, ordering: .relaxed) }

    package var isDue: Bool {
        if isAsked.load(ordering: .relaxed) { return true }
        return deadline.map { $0 <= .now } ?? false
    }
}

extension Database {
    /// Runs `body`, whose statements fail as soon as `interruption` is due.
    package func interruptible<Result>(by interruption: Interruption, _ body: () throws -> Result) throws -> Result {
        try beginInterruptible(by: interruption)
        defer { endInterruptible() }
        return try body()
    }

    func beginInterruptible(by interruption: Interruption) throws(SQLiteError) {
        // A short query might be over before SQLite asks.
        guard !interruption.isDue else { throw SQLiteError(code: SQLITE_INTERRUPT, message: "interrupted") }
        interruptions.append(interruption)
        watchInterruptions()
    }

    func endInterruptible() {
        interruptions.removeLast()
        watchInterruptions()
    }

    // Not sqlite3_interrupt: it ends whatever runs at that moment, perhaps already the next one's query.
    func watchInterruptions() {
        guard !interruptions.isEmpty else { return sqlite3_progress_handler(connection.handle, 0, nil, nil) }
        // Every thousand steps of SQLite's machine, some ten microseconds.
        let this = Unmanaged.passUnretained(self).toOpaque()
        sqlite3_progress_handler(
            connection.handle, 1000,
            { this in
                guard let this else { return 0 }
                let database = Unmanaged<Database>.fromOpaque(this).takeUnretainedValue()
                return database.interruptions.contains { $0.isDue } ? 1 : 0
            }, this)
    }
}

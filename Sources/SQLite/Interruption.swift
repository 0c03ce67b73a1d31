import CSQLite
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

import SQLite
import System

/// The user's changes that aren't written yet, in order.
///
/// If the disk is full or another process writes for too long, a change stays and shows as done. lede tries again with
/// the next change and when the reader is left.
final class UnwrittenChanges: Sendable {
    struct Change: Sendable {
        let number: Int
        /// Writes the change in a transaction, and returns the changes to report.
        let write: @Sendable (Database) throws -> Written
        /// Called if the change can never be written; returns the changes to report.
        let giveUp: @Sendable () -> [LibraryChange]
    }

    struct Written: Sendable {
        let changes: [LibraryChange]
        /// Called once the change is written; returns further changes to report.
        let finish: @Sendable () -> [LibraryChange]
    }

    enum Attempt: Sendable {
        case written(Written)
        case putOff(any Error)
        case givenUp(Change, any Error)
    }

    private struct State {
        var waiting: [Change] = []
        var next = 0
        var obstacle: SQLiteError?
    }

    private let state = Locked(State())

    var count: Int { state.withLock { $0.waiting.count } }

    /// Why the first of them failed last time.
    var obstacle: SQLiteError? { state.withLock { $0.obstacle } }

    /// Adds a change and returns its number, for `attempt`.
    func add(
        _ write: @escaping @Sendable (Database) throws -> Written, giveUp: @escaping @Sendable () -> [LibraryChange]
    ) -> Int {
        state.withLock { state in
            defer { state.next += 1 }
            state.waiting.append(Change(number: state.next, write: write, giveUp: giveUp))
            return state.next
        }
    }

    /// Writes the waiting changes up to this one, until one has to wait. Runs on the writer's queue.
    func attempt(upTo last: Int, in database: Database) -> [Attempt] {
        var attempts: [Attempt] = []
        while let change = state.withLock({ $0.waiting.first }), change.number <= last {
            do {
                attempts.append(.written(try change.write(database)))
            } catch let error as SQLiteError where error.mayPass {
                state.withLock { $0.obstacle = error }
                return attempts + [.putOff(error)]
            } catch {
                attempts.append(.givenUp(change, error))
            }
            state.withLock { _ = $0.waiting.removeFirst() }
        }
        return attempts
    }
}

extension SQLiteError {
    /// Whether a later attempt may succeed: once the disk has space, or nobody else writes.
    fileprivate var mayPass: Bool { [.busy, .diskFull, .readOnly, .inputOutput].contains(reason) }
}

import Locks
import SQLite

/// What the person did and is not written yet, in order.
///
/// Where the disk is full or another process writes for too long, it stays, shown as done, and is tried again with what
/// is done next and when the reader is left.
final class Deeds: Sendable {
    struct Deed: Sendable {
        let number: Int
        /// Writes it in a transaction, and returns what is to be told then.
        let write: @Sendable (Database) throws -> Written
        /// Told when it can never be written, and returns what is to be told then.
        let giveUp: @Sendable () -> [LibraryChange]
    }

    struct Written: Sendable {
        let changes: [LibraryChange]
        /// Told when it is written, and returns what is to be told besides.
        let finish: @Sendable () -> [LibraryChange]
    }

    enum Attempt: Sendable {
        case written(Written)
        case putOff(any Error)
        case givenUp(Deed, any Error)
    }

    private struct State {
        var waiting: [Deed] = []
        var next = 0
        var obstacle: SQLiteError?
    }

    private let state = Locked(State())

    var count: Int { state.withLock { $0.waiting.count } }

    /// Why the first of them could not be written when it was tried last.
    var obstacle: SQLiteError? { state.withLock { $0.obstacle } }

    /// Notes a deed; returned is its number, up to which `attempt` is to go.
    func add(
        _ write: @escaping @Sendable (Database) throws -> Written, giveUp: @escaping @Sendable () -> [LibraryChange]
    ) -> Int {
        state.withLock { state in
            defer { state.next += 1 }
            state.waiting.append(Deed(number: state.next, write: write, giveUp: giveUp))
            return state.next
        }
    }

    /// Writes what waits up to a deed, until one has to wait on. On the writer's queue.
    func attempt(upTo last: Int, in database: Database) -> [Attempt] {
        var attempts: [Attempt] = []
        while let deed = state.withLock({ $0.waiting.first }), deed.number <= last {
            do {
                attempts.append(.written(try deed.write(database)))
            } catch let error as SQLiteError where error.mayPass {
                state.withLock { $0.obstacle = error }
                return attempts + [.putOff(error)]
            } catch {
                attempts.append(.givenUp(deed, error))
            }
            state.withLock { _ = $0.waiting.removeFirst() }
        }
        return attempts
    }
}

extension SQLiteError {
    /// Whether the same may go well later: when there is room again, or nobody else writes.
    fileprivate var mayPass: Bool { [.busy, .diskFull, .readOnly, .inputOutput].contains(reason) }
}

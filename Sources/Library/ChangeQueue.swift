import FoundationEssentials
import SQLite
import Signals
import System

/// The user's changes that aren't written yet, in order.
///
/// If the disk is full or another process writes for too long, a change stays and shows as done. lede tries again with
/// the next change and when the reader is left.
final class ChangeQueue: Sendable {
    struct Change: Sendable {
        let number: Int
        /// The mark that it makes; reads meanwhile must show it.
        let mark: PendingMark?
        /// Writes the change in a transaction, and returns the changes to report.
        let write: @Sendable (Database) throws -> [LibraryChange]
        /// Called if the change can never be written; returns the changes to report.
        let giveUp: @Sendable () -> [LibraryChange]
    }

    private struct State {
        var waiting: [Change] = []
        private var next = 0
        var obstacle: SQLiteError?

        mutating func nextNumber() -> Int {
            defer { next += 1 }
            return next
        }
    }

    private let state = Locked(State())

    var count: Int { state.withLock { $0.waiting.count } }

    /// Why the first of them failed last time.
    var obstacle: SQLiteError? { state.withLock { $0.obstacle } }

    /// The marks in the order in which they were made.
    ///
    /// Read them before the items they apply to: a mark that is written in between is applied again, which changes
    /// nothing.
    var marks: [PendingMark] { state.withLock { $0.waiting.compactMap(\.mark) } }

    /// Adds the change that `change` makes of its number, and returns that.
    fileprivate func add(_ change: (_ number: Int) -> Change) -> Int {
        state.withLock { state in
            let number = state.nextNumber()
            state.waiting.append(change(number))
            return number
        }
    }

    /// Takes a number that no change has.
    fileprivate func nextNumber() -> Int { state.withLock { $0.nextNumber() } }

    /// The first change, unless it came after this one.
    fileprivate func first(upTo last: Int) -> Change? {
        state.withLock { $0.waiting.first }.flatMap { $0.number <= last ? $0 : nil }
    }

    /// Removes the first change, which is written or given up.
    fileprivate func removeFirst() { state.withLock { _ = $0.waiting.removeFirst() } }

    /// Notes why the first change has to wait.
    fileprivate func putOff(because error: SQLiteError) { state.withLock { $0.obstacle = error } }
}

// Every write of the library: a transaction on the writer's queue, whose changes are reported after its commit.
extension Library {
    /// Writes in one transaction, waits for it and reports the changes that `body` returns.
    func write<Result: Sendable>(
        durably isDurable: Bool = false, _ body: @Sendable (Database) throws -> (Result, [LibraryChange])
    ) throws(LibraryFailure) -> Result {
        do { return try writeAll(durably: isDurable, body) } catch { throw failure(error) }
    }

    /// The same for a `body` whose errors aren't the library's.
    func writeAll<Result: Sendable>(
        durably isDurable: Bool = false, _ body: @Sendable (Database) throws -> (Result, [LibraryChange])
    ) throws -> Result {
        try pool.write(durably: isDurable, { try self.observed($0, body) }, committed: { self.announce($0.1) }).0
    }

    /// Queues a transaction of the user's and reports its changes or its failure.
    func writeSoon(
        _ body: @escaping @Sendable (Database) throws -> [LibraryChange], finish: @escaping @Sendable () -> Void = {}
    ) {
        pool.write({ database in try self.observed(database) { try ((), body($0)) } }) { result in
            finish()
            switch result {
            case .success(let result): self.announce(result.1)
            case .failure(let error): self.announce(trouble: error)
            }
        }
    }

    /// Queues a change of the user's that survives a power cut, and returns its number. Reports its changes or its
    /// failure. Reads show `mark` until it is written. `finish` gets the result of `body`, nil if it can never be
    /// written; it returns further changes to report.
    @discardableResult
    func act<Result: Sendable>(
        showing mark: PendingMark? = nil, _ body: @escaping @Sendable (Database) throws -> (Result, [LibraryChange]),
        finish: @escaping @Sendable (_ number: Int, Result?) -> [LibraryChange] = { _, _ in [] }
    ) -> Int {
        let number = changeQueue.add { number in
            ChangeQueue.Change(number: number, mark: mark) { database in
                let (result, changes) = try database.transaction(durably: true) { try self.observed(database, body) }
                return changes + finish(number, result)
            } giveUp: {
                finish(number, nil)
            }
        }
        writeWaiting(upTo: number)
        return number
    }

    /// Writes the user's waiting changes up to this one, until one has to wait.
    private func writeWaiting(upTo last: Int = .max) {
        pool.maintain { database in
            while let change = self.changeQueue.first(upTo: last) {
                let before = database.totalChanges
                do {
                    let changes = try change.write(database)
                    self.changeQueue.removeFirst()
                    self.announce(changes)
                } catch let error as SQLiteError where error.mayPass {
                    self.changeQueue.putOff(because: error)
                    return self.announce(trouble: error)
                } catch {
                    self.changeQueue.removeFirst()
                    self.announce(change.giveUp())
                    self.announce(trouble: error)
                }
                // A large write has filled the writer's memory.
                if database.totalChanges - before > Self.largeWrite {
                    try? database.execute("PRAGMA shrink_memory")
                }
            }
        } finish: { _ in
        }
    }

    /// In rows.
    private static let largeWrite = 5000

    /// Writes at once, so that it survives a power cut, with `place` as the last action before the commit: both or
    /// neither. Errors of `place` go to the caller.
    func actTogether<Result: Sendable>(
        _ place: @Sendable () throws -> Void, _ body: @Sendable (Database) throws -> (Result, [LibraryChange])
    ) throws -> Result {
        // Waiting actions came before this, and are undone after it.
        if changeQueue.count > 0 { writeWaiting() }
        do {
            return try pool.write(durably: true) { database in
                let written = try self.observed(database, body)
                try place()
                return written
            } committed: {
                self.announce($0.1)
            }.0
        } catch let error as SQLiteError {
            throw failure(error)
        }
    }

    /// Runs `body` in its transaction, and reports what other processes did before separately.
    private func observed<Result>(
        _ database: Database, _ body: (Database) throws -> (Result, [LibraryChange])
    ) throws -> (Result, [LibraryChange]) {
        try outside.look(in: database)
        try QueryUpkeep.begin(in: database)
        var result = try body(database)
        result.1 += try QueryUpkeep.end(result.1, at: Date(), in: database)
        result.1 = try database.numbering(result.1)
        try outside.recordOwn(result.1, in: database)
        return result
    }

    /// Reports a failed write, after what other processes did before. Runs on the writer's queue.
    func announce(trouble error: any Error) {
        announce([])
        troublesSubject.send(failure(error))
    }

    /// Reports changes, after what other processes did before. Runs on the writer's queue.
    func announce(_ changes: [LibraryChange]) {
        let changes = outside.takeFound() + changes
        if changes.contains(where: \.bringsTexts) { searchIndexer.wake() }
        for change in changes { changesSubject.send(change) }
    }
}

// What isn't written yet.
extension Library {
    /// Waits until everything requested so far is written, or can't be.
    package func drain() {
        writeWaiting()
        pool.drain()
    }

    /// Runs `body` on the writer's queue once everything requested so far is written, or can't be.
    package func whenWritten(_ body: @escaping @Sendable () -> Void) {
        writeWaiting()
        pool.maintain { _ in
        } finish: { _ in
            body()
        }
    }

    /// Makes `changes` report the end of all earlier writes, with the returned number.
    package func requestReport() -> Int {
        let number = changeQueue.nextNumber()
        whenWritten { self.announce([.done(number, MarkOutcome())]) }
        return number
    }

    /// The number of user actions that couldn't be written yet.
    package var unwritten: Int { changeQueue.count }

    /// Why they couldn't be written.
    package var obstacle: LibraryFailure? {
        unwritten == 0 ? nil : changeQueue.obstacle.map { LibraryFailure($0) } ?? .busy
    }

    /// Also leaves the file ready for a quick opening: for the end of a program.
    package func settle() {
        writeWaiting()
        pool.settle()
    }
}

extension Database {
    /// These changes with the marks' numbers filled in.
    fileprivate func numbering(_ changes: [LibraryChange]) throws -> [LibraryChange] {
        try changes.map { change in
            guard case .marked(let mark, let items, _) = change else { return change }
            // A damaged library may have any number there.
            let number = max(try markings, 0) % .max + 1
            try set(.markings, to: number)
            return .marked(mark, items, number: number)
        }
    }
}

extension SQLiteError {
    /// Whether a later attempt may succeed: once the disk has space, or nobody else writes.
    fileprivate var mayPass: Bool { [.busy, .diskFull, .readOnly, .inputOutput].contains(reason) }
}

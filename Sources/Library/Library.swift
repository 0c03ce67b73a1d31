import Dispatch
import Files
import FoundationEssentials
import Glibc
import Locks
import SQLite
package import Signals

/// Everything ever fetched, and what the person made of it.
///
/// Reading is quick and may be done on any thread, the main one too. What the person does is queued for the writer,
/// in order; `troubles` tells when it could not be written.
package final class Library: Sendable {
    let pool: DatabasePool
    /// What was saved of a damaged library when this was opened.
    package let salvage: Salvage?
    let path: String
    /// What was marked and is not written yet.
    let pendingMarks = PendingMarks()
    private let deeds = Deeds()
    /// Which reader opened an article, as the journal knows it.
    let opener = Int64.random(in: 1 ... .max)
    let outside = OutsideChanges()
    let searchIndexer: SearchIndexer
    private let changesSubject = Subject<LibraryChange, Never>()
    private let troublesSubject = Subject<LibraryFailure, Never>()

    /// Keeps the house and gives memory back. It is a queue of its own since it works for seconds and waits for the writer again
    /// and again, and nobody waits for it.
    let upkeep = DispatchQueue(label: "lede.library.upkeep", qos: .utility)
    /// Searches. It is a queue of its own since a search takes seconds in a large library; one that nobody wants any more ends
    /// at once, so that the next, which waits for it, is not late.
    let searching = DispatchQueue(label: "lede.library.searches")
    let watch = Locked<LogWatch?>(nil)
    let rules = Locked<[Rule]>([])
    let firingsSubject = Subject<RuleFiring, Never>()

    /// Opens the library at `path`, making it where there is none.
    ///
    /// The steps of its journal that hold lines of the urls file are sealed with a key, which is asked for when the first of
    /// them is noted or read. It lies outside the library, so that a library of somebody else's can hold no such step.
    package init(path: String, sealingWith key: @escaping @Sendable () -> [UInt8]? = { nil }) throws(LibraryFailure) {
        self.path = path
        do {
            try Library.makePrivateFile(path)
            (pool, salvage) = try Library.openPool(path, .library(sealing: StepSeal(key)))
            searchIndexer = SearchIndexer(pool)
        } catch {
            throw LibraryFailure(error, opening: path)
        }
    }

    /// Opens the library for reading alone, which leaves it as it is and waits for nobody; nil where it has to be made,
    /// brought up to date or mended first.
    package init?(reading path: String) {
        guard !DamageNote(path).isThere,
            let pool = try? DatabasePool(reading: path, version: Migration.all.count, options: .library)
        else { return nil }
        self.path = path
        self.pool = pool
        salvage = nil
        searchIndexer = SearchIndexer(pool)
    }

    /// What has changed, in the order in which it was written, on the writer's queue: who hears it there may not write.
    package var changes: Signal<LibraryChange, Never> { changesSubject.signal }

    /// What could not be written, for the status line.
    package var troubles: Signal<LibraryFailure, Never> { troublesSubject.signal }

    /// Waits until everything asked for so far is written, or can't be.
    package func drain() {
        attemptDeeds(upTo: .max)
        pool.drain()
    }

    /// Does something on the writer's queue once everything asked for so far is written, or can't be.
    package func whenWritten(_ body: @escaping @Sendable () -> Void) {
        attemptDeeds(upTo: .max)
        pool.maintain { _ in
        } finish: { _ in
            body()
        }
    }

    /// Has `changes` tell that it is so, of the number that is returned.
    package func askToHear() -> Int {
        let number = pendingMarks.takeNumber()
        whenWritten { self.announce([.done(number, MarkOutcome())]) }
        return number
    }

    /// How much of what the person did could not be written yet.
    package var unwritten: Int { deeds.count }

    /// Why that could not be written.
    package var obstacle: LibraryFailure? {
        unwritten == 0 ? nil : deeds.obstacle.map { LibraryFailure($0) } ?? .busy
    }

    /// Waits for the same and leaves the file so that it is opened quickly next time: for the end of a program.
    package func settle() {
        attemptDeeds(upTo: .max)
        pool.settle()
    }

    /// Lets go of the memory that much reading and writing has taken, which waits for the writer.
    package func releaseMemory() { pool.releaseMemory { outside.forgetVersion() } }

    /// Releases memory after so many seconds on the queue of upkeep, and does there what is to be done `then`.
    package func releaseMemory(after seconds: Double, then: @escaping @Sendable () -> Void) {
        upkeep.asyncAfter(deadline: .now() + seconds) {
            self.releaseMemory()
            then()
        }
    }

    func read<Result: Sendable>(
        interruptibleBy interruption: Interruption = Interruption(), _ body: (Database) throws -> Result
    ) throws(LibraryFailure) -> Result {
        do { return try pool.read(interruptibleBy: interruption, body) } catch { throw failure(error) }
    }

    /// Writes in one transaction, waits for it and tells of the changes that `body` returns.
    func write<Result: Sendable>(
        _ body: @Sendable (Database) throws -> (Result, [LibraryChange])
    ) throws(LibraryFailure) -> Result {
        do { return try writeAll(body) } catch { throw failure(error) }
    }

    /// The same for who throws what is no trouble of the library's.
    func writeAll<Result: Sendable>(
        _ body: @Sendable (Database) throws -> (Result, [LibraryChange])
    ) throws -> Result {
        try pool.write({ try self.observed($0, body) }, committed: { self.announce($0.1) }).0
    }

    /// Queues a transaction of the person's and tells of its changes, or of the trouble with it.
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

    /// Queues a transaction that is there after a power cut too, and tells of its changes, or of the trouble with it;
    /// `finish` is told what `body` came to, nil where that can never be written.
    func act<Result: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> (Result, [LibraryChange]),
        finish: @escaping @Sendable (Result?) -> [LibraryChange]
    ) {
        let number = deeds.add { database in
            let before = database.totalChanges
            let (result, changes) = try database.durably {
                try database.transaction { try self.observed(database, body) }
            }
            let isLarge = database.totalChanges - before > Self.largeWrite
            return Deeds.Written(changes: changes) {
                defer { if isLarge { self.giveBackMemory() } }
                return finish(result)
            }
        } giveUp: {
            finish(nil)
        }
        attemptDeeds(upTo: number)
    }

    /// Writes at once what is there after a power cut too, with `place` as the last thing before it is for good: both or
    /// neither. What `place` throws goes on to the caller.
    func actTogether<Result: Sendable>(
        _ place: @Sendable () throws -> Void, _ body: @Sendable (Database) throws -> (Result, [LibraryChange])
    ) throws -> Result {
        // What had to wait was done before this, and is undone after it.
        if deeds.count > 0 { attemptDeeds(upTo: .max) }
        do {
            return try pool.maintain { database in
                try database.durably {
                    try database.transaction {
                        let written = try self.observed(database, body)
                        try place()
                        return written
                    }
                }
            } done: {
                self.announce($0.1)
            }.0
        } catch let error as SQLiteError {
            throw failure(error)
        }
    }

    /// A write of the person's of so many rows has filled the writer's memory.
    private static let largeWrite = 5000

    /// Gives back the memory that a large write took, when it is done.
    private func giveBackMemory() {
        pool.maintain {
            try $0.execute("PRAGMA shrink_memory")
        } finish: { _ in
        }
    }

    private func attemptDeeds(upTo number: Int) {
        pool.maintain({ [deeds] database in deeds.attempt(upTo: number, in: database) }) { attempts in
            for attempt in (try? attempts.get()) ?? [] { self.tell(attempt) }
        }
    }

    private func tell(_ attempt: Deeds.Attempt) {
        switch attempt {
        case .written(let written):
            let more = written.finish()
            announce(written.changes + more)
        case .putOff(let error): announce(trouble: error)
        case .givenUp(let deed, let error):
            announce(deed.giveUp())
            announce(trouble: error)
        }
    }

    /// Runs `body` in the transaction that it is for, with what other processes have done before it told apart.
    private func observed<Result>(
        _ database: Database, _ body: (Database) throws -> (Result, [LibraryChange])
    ) throws -> (Result, [LibraryChange]) {
        try outside.look(in: database)
        try QueryUpkeep.begin(in: database)
        var result = try body(database)
        result.1 += try QueryUpkeep.end(result.1, at: Date(), in: database)
        result.1 = try database.numbering(result.1)
        try outside.takeOver(result.1, in: database)
        return result
    }

    /// Tells of what could not be written, after what other processes did before. On the writer's queue.
    func announce(trouble error: any Error) {
        announce([])
        troublesSubject.send(failure(error))
    }

    /// What went wrong. Of damage a note is left, as the next opening may see nothing of it.
    func failure(_ error: any Error) -> LibraryFailure {
        let failure = LibraryFailure(error)
        if failure == .damaged { DamageNote(path).leave() }
        return failure
    }

    /// Tells of changes, after what other processes did before. On the writer's queue.
    func announce(_ changes: [LibraryChange]) {
        let changes = outside.takeFound() + changes
        if changes.contains(where: \.bringsTexts) { searchIndexer.wake() }
        for change in changes { changesSubject.send(change) }
    }

    /// SQLite gives its log and index files the mode of the main one, which would be open to others.
    private static func makePrivateFile(_ path: String) throws(LibraryFailure) {
        do throws(FileFailure) {
            if try PrivateFiles.makeFile(path) { return PrivateFiles.syncFolder(of: path) }
        } catch {
            throw LibraryFailure(error)
        }
        var status = stat()
        guard stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else {
            throw LibraryFailure.unreadable(path: path, reason: "it isn't a regular file")
        }
    }
}

import Dispatch
import FoundationEssentials
import Glibc
package import SQLite
package import Signals
import System

/// All items, and everything that the user did with them.
///
/// Reading is quick and works on any thread, even the main one. User actions queue for the writer, in order; `troubles`
/// reports those that failed.
package final class Library: Sendable {
    let pool: DatabasePool
    /// What was rescued of a damaged library when this was opened.
    package let salvage: Salvage?
    let path: String
    let pictureFolder: PictureFolder
    /// Marks that aren't written yet.
    let pendingMarks = PendingMarks()
    private let backlog = UnwrittenChanges()
    /// Which reader opened an article, for the journal.
    let opener = Int64.random(in: 1 ... .max)
    let outside = OutsideChanges()
    let searchIndexer: SearchIndexer
    private let changesSubject = Subject<LibraryChange, Never>()
    private let troublesSubject = Subject<LibraryFailure, Never>()

    /// Upkeep and releasing memory. A queue of its own, since it works for seconds, often waits for the writer, and
    /// nobody waits for it.
    let upkeep = DispatchQueue(label: "lede.library.upkeep", qos: .utility)
    /// Searches. A queue of its own, since a search may take seconds in a large library; an unwanted one ends at once,
    /// so that the next starts in time.
    let searching = DispatchQueue(label: "lede.library.searches")
    let watch = Locked<LogWatch?>(nil)
    let rules = Locked<[Rule]>([])
    let firingsSubject = Subject<RuleFiring, Never>()

    /// Opens the library at `path`, creating it if necessary.
    ///
    /// Journal steps with lines of the urls file are sealed with a key, which is read when the first such step is. It
    /// is outside the library, so that someone else's library can't contain such a step. Files of pictures are in the
    /// folder `pictures`, by default beside the library.
    package init(
        path: String, pictures: String? = nil, sealingWith key: @escaping @Sendable () -> [UInt8]? = { nil }
    ) throws(LibraryFailure) {
        self.path = path
        pictureFolder = PictureFolder(path: pictures ?? Self.pictures(beside: path))
        do {
            try Library.makePrivateFile(path)
            (pool, salvage) = try Library.openPool(path, .library(sealing: StepSeal(key)))
            searchIndexer = SearchIndexer(pool)
        } catch {
            throw LibraryFailure(error, opening: path)
        }
    }

    /// Opens the library read-only, which changes nothing and waits for nobody; nil if it must be created, migrated or
    /// repaired first.
    package init?(reading path: String, pictures: String? = nil) {
        // Opening a pipe would wait for ever.
        guard Self.mayBeFile(path), !DamageNote(path).isThere,
            let pool = try? DatabasePool(reading: path, version: Schema.version, options: .library)
        else { return nil }
        self.path = path
        pictureFolder = PictureFolder(path: pictures ?? Self.pictures(beside: path))
        self.pool = pool
        salvage = nil
        searchIndexer = SearchIndexer(pool)
    }

    /// The changes, in the order of writing, on the writer's queue: subscribers there must not write.
    package var changes: Signal<LibraryChange, Never> { changesSubject.signal }

    /// Failed writes, for the status line.
    package var troubles: Signal<LibraryFailure, Never> { troublesSubject.signal }

    /// Waits until everything requested so far is written, or can't be.
    package func drain() {
        attemptUnwritten(upTo: .max)
        pool.drain()
    }

    /// Runs `body` on the writer's queue once everything requested so far is written, or can't be.
    package func whenWritten(_ body: @escaping @Sendable () -> Void) {
        attemptUnwritten(upTo: .max)
        pool.maintain { _ in
        } finish: { _ in
            body()
        }
    }

    /// Makes `changes` report the end of all earlier writes, with the returned number.
    package func requestReport() -> Int {
        let number = pendingMarks.nextNumber()
        whenWritten { self.announce([.done(number, MarkOutcome())]) }
        return number
    }

    /// The number of user actions that couldn't be written yet.
    package var unwritten: Int { backlog.count }

    /// Why they couldn't be written.
    package var obstacle: LibraryFailure? {
        unwritten == 0 ? nil : backlog.obstacle.map { LibraryFailure($0) } ?? .busy
    }

    /// Also leaves the file ready for a quick opening: for the end of a program.
    package func settle() {
        attemptUnwritten(upTo: .max)
        pool.settle()
    }

    /// Releases memory after much reading and writing; waits for the writer.
    package func releaseMemory() { pool.releaseMemory { outside.forgetVersion() } }

    /// Releases memory after this many seconds on the upkeep queue, and then runs `then` there.
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

    /// Writes in one transaction, waits for it and reports the changes that `body` returns.
    func write<Result: Sendable>(
        _ body: @Sendable (Database) throws -> (Result, [LibraryChange])
    ) throws(LibraryFailure) -> Result {
        do { return try writeAll(body) } catch { throw failure(error) }
    }

    /// The same for a `body` whose errors aren't the library's.
    func writeAll<Result: Sendable>(
        _ body: @Sendable (Database) throws -> (Result, [LibraryChange])
    ) throws -> Result {
        try pool.write({ try self.observed($0, body) }, committed: { self.announce($0.1) }).0
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

    /// Queues a transaction that survives a power cut, and reports its changes or its failure. `finish` gets the result
    /// of `body`, nil if it can never be written.
    func act<Result: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> (Result, [LibraryChange]),
        finish: @escaping @Sendable (Result?) -> [LibraryChange]
    ) {
        let number = backlog.add { database in
            let before = database.totalChanges
            let (result, changes) = try database.transaction(durably: true) { try self.observed(database, body) }
            let isLarge = database.totalChanges - before > Self.largeWrite
            return UnwrittenChanges.Written(changes: changes) {
                defer { if isLarge { self.giveBackMemory() } }
                return finish(result)
            }
        } giveUp: {
            finish(nil)
        }
        attemptUnwritten(upTo: number)
    }

    /// Writes at once, so that it survives a power cut, with `place` as the last action before the commit: both or
    /// neither. Errors of `place` go to the caller.
    func actTogether<Result: Sendable>(
        _ place: @Sendable () throws -> Void, _ body: @Sendable (Database) throws -> (Result, [LibraryChange])
    ) throws -> Result {
        // Waiting actions came before this, and are undone after it.
        if backlog.count > 0 { attemptUnwritten(upTo: .max) }
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

    /// A write of this many rows has filled the writer's memory.
    private static let largeWrite = 5000

    /// Releases the memory of a large write once it is done.
    private func giveBackMemory() {
        pool.maintain {
            try $0.execute("PRAGMA shrink_memory")
        } finish: { _ in
        }
    }

    private func attemptUnwritten(upTo number: Int) {
        pool.maintain({ [backlog] database in backlog.attempt(upTo: number, in: database) }) { attempts in
            for attempt in (try? attempts.get()) ?? [] { self.tell(attempt) }
        }
    }

    private func tell(_ attempt: UnwrittenChanges.Attempt) {
        switch attempt {
        case .written(let written):
            let more = written.finish()
            announce(written.changes + more)
        case .putOff(let error): announce(trouble: error)
        case .givenUp(let change, let error):
            announce(change.giveUp())
            announce(trouble: error)
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

    /// Reports an error. For damage it leaves a note, because the next opening may not see it.
    func failure(_ error: any Error) -> LibraryFailure {
        let failure = LibraryFailure(error)
        if failure == .damaged { DamageNote(path).leave() }
        return failure
    }

    /// Reports changes, after what other processes did before. Runs on the writer's queue.
    func announce(_ changes: [LibraryChange]) {
        let changes = outside.takeFound() + changes
        if changes.contains(where: \.bringsTexts) { searchIndexer.wake() }
        for change in changes { changesSubject.send(change) }
    }

    private static func pictures(beside path: String) -> String { PrivateFiles.parent(of: path) + "/pictures" }

    /// SQLite gives its log and index files the mode of the main file, which might let others read them.
    private static func makePrivateFile(_ path: String) throws(LibraryFailure) {
        do throws(FileFailure) {
            if try PrivateFiles.makeFile(path) { return PrivateFiles.syncFolder(of: path) }
        } catch {
            throw LibraryFailure(error)
        }
        guard mayBeFile(path) else {
            throw LibraryFailure.unreadable(path: path, reason: "it isn't a regular file")
        }
    }
}

/// A change in the library: coarse enough to be cheap, exact enough that a screen reloads only what it must.
package enum LibraryChange: Equatable, Sendable {
    /// Feeds were added, removed or reordered.
    case subscriptions
    /// A feed's title, counts or fetching state.
    case feed(FeedID)
    /// Saved searches were added, removed or reordered.
    case queries
    /// The items of a saved search, or their unread count.
    case query(QueryID)
    /// Titles, links or dates of a feed's items.
    case rewritten(FeedID)
    /// Articles of these items' web pages have come or gone.
    case pages(ItemSet)
    /// New items of a feed, up to this one.
    case newItems(FeedID, News, newest: ItemID)
    /// These items have this mark now and hadn't before, so the counts of any feed may differ. Undo reports the
    /// opposite mark. The number grows with each mark, as in `Listing.markings`.
    case marked(Mark, ItemSet, number: Int64 = 0)
    /// These deleted items are back.
    case restored(ItemSet)
    /// Another process has made or undone marks, of unknown items.
    case marks
    /// The change with this number is written, or can't be, with the outcome of a mark. All changes that it caused come
    /// before.
    case done(Int, MarkOutcome)

    /// Whether it leaves everything about feeds unchanged except their counts.
    package var isOfCounts: Bool {
        switch self {
        case .query, .marked, .restored, .marks, .rewritten, .pages, .done: true
        case .subscriptions, .feed, .queries, .newItems: false
        }
    }
}

/// Why the library couldn't be opened, read or written.
package enum LibraryFailure: Error, Equatable {
    case noDatabase(path: String)
    /// The file to restore isn't a library.
    case noBackup(path: String)
    /// The file to overwrite isn't a backup.
    case occupied(path: String)
    case newerVersion(path: String)
    case olderVersion(path: String)
    /// The file in use is damaged.
    case damaged
    /// The file is damaged, and another process has it open, so it can't be set aside.
    case damagedInUse(path: String)
    /// The file should be replaced, and another process has it open.
    case inUse(path: String)
    case unreadable(path: String, reason: String)
    /// The journal beside the file names another file, which SQLite would delete.
    case foreignJournal(path: String)
    /// The file was deleted or moved while in use.
    case lost
    /// Another process has been writing all the time.
    case busy
    case storage(SQLiteError)
}

extension LibraryFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noDatabase(let path):
            "\(path) is damaged or not a lede library: restore a backup, or move it away to start with an empty one"
        case .noBackup(let path):
            "\(path) is damaged or not a lede library: use a file that “lede backup” made"
        case .occupied(let path):
            "\(path) exists and isn't a backup, so lede doesn't replace it: choose another file"
        case .newerVersion(let path):
            "\(path) was written by a newer lede: update lede, or choose another folder with --data-dir"
        case .olderVersion(let path):
            "\(path) was written by a lede older than any release: move it away, or choose another folder with --data-dir"
        case .damaged:
            "the library is damaged: restart lede, which then saves what it can"
        case .damagedInUse(let path):
            "\(path) is damaged, and another lede has it open: quit that one first"
        case .inUse(let path):
            "another lede has \(path) open: quit that one first"
        case .unreadable(let path, let reason):
            "can't open \(path): \(reason): check that you may write there and that the disk isn't full"
        case .foreignJournal(let path):
            "can't open \(path): the journal beside it names another file, which SQLite would delete: move it away"
        case .lost:
            "the library's file was deleted or moved, so lede can't save anything: put it back, or restart lede"
        case .busy:
            "another lede is writing to the library: try again when it has finished"
        case .storage(let error):
            "can't use the library: \(error.message): check the disk space and the file's permissions"
        }
    }
}

extension LibraryFailure {
    /// An error while reading or writing a library in use.
    init(_ error: any Error) {
        switch error {
        case let error as LibraryFailure: self = error
        case let error as FileFailure: self = .unreadable(path: error.path, reason: error.reason)
        case let error as SQLiteError where error.isBusy: self = .busy
        case let error as SQLiteError where error.isNoDatabase: self = .damaged
        case let error as SQLiteError where error == .lostFile: self = .lost
        case let error as SQLiteError: self = .storage(error)
        default: preconditionFailure("the library threw what it never throws: \(error)")
        }
    }

    /// An error while opening the library at `path`.
    init(_ error: any Error, opening path: String) {
        switch error {
        case let error as UnknownSchema: self = error.isNewer ? .newerVersion(path: path) : .olderVersion(path: path)
        case let error as SQLiteError where error.isNoDatabase: self = .noDatabase(path: path)
        case let error as SQLiteError where error.isBusy: self = .busy
        case let error as SQLiteError where error.reason == .foreignJournal: self = .foreignJournal(path: path)
        case let error as SQLiteError: self = .unreadable(path: path, reason: error.message)
        default: self.init(error)
        }
    }
}

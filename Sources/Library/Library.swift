import Dispatch
import SQLite
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
    let changeQueue = ChangeQueue()
    /// Which reader opened an article, for the journal.
    let opener = Int64.random(in: 1 ... .max)
    let outside = OutsideChanges()
    let searchIndexer: SearchIndexer
    let changesSubject = Subject<LibraryChange, Never>()
    let troublesSubject = Subject<LibraryFailure, Never>()

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

    /// Reports an error. For damage it leaves a note, because the next opening may not see it.
    func failure(_ error: any Error) -> LibraryFailure {
        let failure = LibraryFailure(error)
        if failure == .damaged { DamageNote(path).leave() }
        return failure
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
    /// The order of the queue, positions or downloads.
    case episodes
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
        case .query, .marked, .restored, .marks, .rewritten, .episodes, .pages, .done: true
        case .subscriptions, .feed, .queries, .newItems: false
        }
    }
}

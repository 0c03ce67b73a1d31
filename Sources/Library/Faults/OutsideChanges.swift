import Dispatch
import SQLite
package import System

/// The changes of other processes, found by comparison with what this process knows, and reported like its own.
///
/// It compares at the start of each of our transactions, when all differences are from others, and when the write-ahead
/// log has changed. This runs on the writer's queue, and only once someone subscribes.
final class OutsideChanges: Sendable {
    private struct Known {
        /// SQLite's `data_version` of the writing connection, which only other connections change; nil if the
        /// connection is new.
        var version: Int64?
        var feeds: KnownFeeds
        /// The position of the journal, which has all marks.
        var journal: [Int64]
        /// The contents of the saved searches.
        var queries: [QueryID: [Int64]]
        /// Changes that were found and not reported yet.
        var found: [LibraryChange] = []
    }

    private let known = Locked<Known?>(nil)

    /// Takes the current state as known, and looks for changes from now on. Changes between opening and the first read
    /// are unknown, so anything may have changed.
    func begin(in database: Database, afterOthers othersHaveWritten: Bool) throws {
        var now = try Known(
            version: database.dataVersion, feeds: KnownFeeds(database), journal: database.journalState,
            queries: database.queryState)
        if othersHaveWritten { now.found = [.subscriptions, .marks, .queries] }
        known.withLock { [now] in $0 = now }
    }

    /// Looks for changes of others since the last look.
    func look(in database: Database) throws {
        guard let before = known.withLock({ $0 }) else { return }
        let version = try database.dataVersion
        guard version != before.version else { return }
        var now = try Known(
            version: version, feeds: KnownFeeds(database), journal: database.journalState,
            queries: database.queryState)
        now.found = try before.found + before.feeds.changes(to: now.feeds, in: database)
        if now.journal != before.journal { now.found.append(.marks) }
        if try database.hasEpisodes { now.found.append(.episodes) }
        if Set(now.queries.keys) != Set(before.queries.keys) { now.found.append(.queries) }
        for (query, state) in now.queries where before.queries[query].map({ $0 != state }) == true {
            now.found.append(.query(query))
        }
        known.withLock { [now] in $0 = now }
    }

    /// Compares everything the next time, because the writing connection is new.
    func forgetVersion() { known.withLock { $0?.version = nil } }

    /// Takes our own changes as known, at the end of their transaction.
    func recordOwn(_ changes: [LibraryChange], in database: Database) throws {
        guard !changes.isEmpty, var now = known.withLock({ $0 }) else { return }
        try now.feeds.recordOwn(changes, in: database)
        now.journal = try database.journalState
        now.queries = try database.queryState
        known.withLock { [now] in $0 = now }
    }

    /// The changes to report.
    func takeFound() -> [LibraryChange] {
        known.withLock { known in
            defer { known?.found = [] }
            return known?.found ?? []
        }
    }
}

extension Database {
    /// Changes with every step, undo and redo.
    fileprivate var journalState: [Int64] {
        get throws {
            try first(
                """
                SELECT coalesce(max(id), 0), coalesce(max(ended), 0),
                    \(Self.lastStep(of: .user)), \(Self.lastStep(of: .rules)), \(Self.lastStep(of: .sync)) FROM journal
                """
            ) { row in (0..<5).map { row.integer(.position($0)) } } ?? []
        }
    }

    private static func lastStep(of maker: StepMaker) -> String {
        "(SELECT coalesce(max(id), 0) FROM journal WHERE \(maker.condition) AND is_undone = 0)"
    }

    fileprivate var queryState: [QueryID: [Int64]] {
        get throws {
            let states = try all("SELECT id, items, unread, looked_from FROM queries") { row in
                (QueryID(row.integer(0)), [row.integer(1), row.integer(2), row.integer(3)])
            }
            return Dictionary(states) { first, _ in first }
        }
    }
}

/// Reports when a process has written to the library's write-ahead log.
final class LogWatch: Sendable {
    private let watch = Locked<FolderWatch?>(nil)
    /// The number of the latest look: a later event makes earlier ones unnecessary.
    private let round = Locked(0)
    private let look: @Sendable () -> Void

    // The log is written before its content is visible. To survive power cuts it is synchronised in between, which
    // takes time on a slow disk, and no event reports the end of that.
    private static let delays: [DispatchTimeInterval] = [.milliseconds(0), .milliseconds(130), .milliseconds(680)]

    /// Watches the log of the library at `path`, which appears and disappears with the processes that use the library.
    ///
    /// `look` is called several times after each change, on the queue of all watches, and must not block it.
    init(path: String, look: @escaping @Sendable () -> Void) throws(WatchFailure) {
        self.look = look
        let (folder, name) = Self.parts(of: path)
        let watch = try FolderWatch(
            [(folder, "\(name)-wal")], eachWrite: true, calm: .milliseconds(20)
        ) { [weak self] in
            self?.lookSoon()
        }
        self.watch.withLock { $0 = watch }
    }

    private static func parts(of path: String) -> (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        return (slash == path.startIndex ? "/" : String(path[..<slash]), String(path[path.index(after: slash)...]))
    }

    private func lookSoon() {
        let round = round.withLock { round in
            round += 1
            return round
        }
        for delay in Self.delays {
            FolderWatch.queue.asyncAfter(deadline: .now() + delay) { [weak self] in
                guard let self, self.round.withLock({ $0 }) == round else { return }
                look()
            }
        }
    }
}

/// A compact fingerprint of the feeds, to see which have changed: a hash replaces long values, since a library may have
/// thousands.
private struct KnownFeeds {
    private struct Known: Equatable {
        let id: FeedID
        var unread: Int
        var total: Int
        let newestItem: ItemID?
        let about: Int

        init(_ feed: Feed) {
            (id, unread, total) = (feed.id, feed.unread, feed.total)
            (newestItem, about) = (feed.newestItem, feed.aboutHash)
        }
    }

    private var feeds: [Known]

    init(_ database: Database) throws {
        feeds = try database.feedsInOrder().map(Known.init)
    }

    /// Takes our own changes as known. Reading all feeds would take longer than most changes.
    mutating func recordOwn(_ changes: [LibraryChange], in database: Database) throws {
        let changed = Set(changes.compactMap(\.changedFeed))
        guard changes.allSatisfy({ $0.isOfCounts || $0.changedFeed != nil }), changed.count <= Self.few,
            try recount(in: database)
        else {
            self = try KnownFeeds(database)
            return
        }
        for place in feeds.indices where changed.contains(feeds[place].id) {
            if let feed = try database.feed(feeds[place].id) { feeds[place] = Known(feed) }
        }
    }

    /// Up to this number feeds are read one by one.
    private static let few = 20

    /// Whether these are still the user's feeds.
    private mutating func recount(in database: Database) throws -> Bool {
        let counts = try database.countsOfFeeds()
        guard counts.count == feeds.count else { return false }
        for (place, counts) in counts.enumerated() {
            guard counts.feed == feeds[place].id else { return false }
            (feeds[place].unread, feeds[place].total) = (counts.unread, counts.total)
        }
        return true
    }

    /// What other processes have changed since then.
    func changes(to now: KnownFeeds, in database: Database) throws -> [LibraryChange] {
        let known = Dictionary(feeds.map { ($0.id, $0) }) { first, _ in first }
        var changes: [LibraryChange] = feeds.map(\.id) == now.feeds.map(\.id) ? [] : [.subscriptions]
        for feed in now.feeds {
            guard let old = known[feed.id], old != feed else { continue }
            if let newest = feed.newestItem, newest > old.newestItem ?? ItemID(0) {
                let oldest = ItemID((old.newestItem?.rawValue ?? 0).addingReportingOverflow(1).partialValue)
                let news = try database.news(from: oldest, to: newest, in: feed.id)
                changes.append(.newItems(feed.id, news, newest: newest))
            }
            changes += [.rewritten(feed.id), .feed(feed.id)]
        }
        return changes
    }
}

extension LibraryChange {
    fileprivate var changedFeed: FeedID? {
        switch self {
        case .feed(let feed), .newItems(let feed, _, _): feed
        case .subscriptions, .queries, .query, .marked, .restored, .marks, .rewritten, .episodes, .pages, .done: nil
        }
    }
}

extension Library {
    /// From now on `changes` also reports what other processes do to the library, within a second and without polling,
    /// including what they did since it was opened. So this may wait until after the first screen.
    ///
    /// If watching fails, `changes` reports earlier changes of others at each of our own writes.
    package func watchOtherProcesses() throws(WatchFailure) {
        pool.maintain { database in
            try database.readingOneState {
                try self.outside.begin(in: database, afterOthers: self.pool.othersHaveWritten(asKnownTo: database))
            }
        } finish: { _ in
            self.announce([])
        }
        let watch = try LogWatch(path: path) { [weak self] in self?.lookForChangesOfOthers() }
        self.watch.withLock { $0 = watch }
    }

    private func lookForChangesOfOthers() {
        pool.maintain { database in
            try database.readingOneState { try self.outside.look(in: database) }
        } finish: { _ in
            // The next change finds what can't be read now.
            self.announce([])
        }
    }
}

extension Database {
    /// Runs `body` without blocking other writers.
    fileprivate func readingOneState(_ body: () throws -> Void) throws {
        try execute("BEGIN")
        defer { try? execute("COMMIT") }
        try body()
    }
}

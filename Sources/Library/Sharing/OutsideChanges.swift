import Locks
import SQLite

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

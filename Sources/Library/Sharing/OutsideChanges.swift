import Locks
import SQLite

/// What other processes do to the library: found by what differs from what this one knows, and told like its own.
///
/// It is looked for at the start of each transaction of ours, before which all that differs was done by others, and when
/// the write-ahead log has changed. All this happens on the writer's queue; until someone wants to know, nothing does.
final class OutsideChanges: Sendable {
    private struct Known {
        /// SQLite's number of the state of the file, which only others change: it is that of the writing connection. Nil
        /// where that is another one by now.
        var version: Int64?
        var feeds: KnownFeeds
        /// Where the journal stands, in which all marks are noted.
        var journal: [Int64]
        /// What the queries hold.
        var queries: [QueryID: [Int64]]
        /// What was found and is not told yet.
        var found: [LibraryChange] = []
    }

    private let known = Locked<Known?>(nil)

    /// Takes what is there now for known, and looks for changes from now on. What was changed since the library was
    /// opened, and first read, nobody can tell: it may be anything.
    func begin(in database: Database, afterOthers othersHaveWritten: Bool) throws {
        var now = try Known(
            version: database.dataVersion, feeds: KnownFeeds(database), journal: database.journalState,
            queries: database.queryState)
        if othersHaveWritten { now.found = [.subscriptions, .marks, .queries] }
        known.withLock { [now] in $0 = now }
    }

    /// Looks what others have changed since the last time.
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

    /// Has all be compared the next time: there is another writing connection from here on.
    func forgetVersion() { known.withLock { $0?.version = nil } }

    /// Takes changes of our own for known, at the end of their transaction.
    func takeOver(_ changes: [LibraryChange], in database: Database) throws {
        guard !changes.isEmpty, var now = known.withLock({ $0 }) else { return }
        try now.feeds.takeOver(changes, in: database)
        now.journal = try database.journalState
        now.queries = try database.queryState
        known.withLock { [now] in $0 = now }
    }

    /// What was found and is to be told.
    func takeFound() -> [LibraryChange] {
        known.withLock { known in
            defer { known?.found = [] }
            return known?.found ?? []
        }
    }
}

extension Database {
    /// Others after every step, and after undoing and redoing one.
    fileprivate var journalState: [Int64] {
        get throws {
            try first(
                """
                SELECT coalesce(max(id), 0), coalesce(max(ended), 0),
                    (SELECT coalesce(max(id), 0) FROM journal WHERE kind <> 'rules' AND is_undone = 0),
                    (SELECT coalesce(max(id), 0) FROM journal WHERE kind = 'rules' AND is_undone = 0) FROM journal
                """
            ) { row in [row.integer(0), row.integer(1), row.integer(2), row.integer(3)] } ?? []
        }
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

import Locks
import SQLite

/// What other processes do to the library: found by what differs from what this one knows, and told like its own.
///
/// It is looked for at the start of each transaction of ours, before which all that differs was done by others, and when
/// the write-ahead log has changed. All this happens on the writer's queue; until someone wants to know, nothing does.
final class OutsideChanges: Sendable {
    private struct Known {
        /// SQLite's number of the state of the file, which only others change: it is that of the writing connection.
        var version: Int64
        var feeds: [KnownFeed]
        /// Where the journal stands, in which all marks are noted.
        var journal: [Int64]
        /// What the queries hold.
        var queries: [QueryID: [Int64]]
        /// What was found and is not told yet.
        var found: [LibraryChange] = []
    }

    private let known = Locked<Known?>(nil)
    /// SQLite's number of the state of the file when the library was opened: nobody has read an older one.
    private let opened = Locked<Int64?>(nil)

    /// Notes what can be known of the state of the file now without reading it.
    func open(_ database: Database) throws {
        let version = try database.version
        opened.withLock { $0 = version }
    }

    /// Takes what is there now for known, and looks for changes from now on. What was changed since the library was
    /// opened nobody can tell: it may be anything.
    func begin(in database: Database) throws {
        var now = try Known(
            version: database.version, feeds: database.knownFeeds, journal: database.journalState,
            queries: database.queryState)
        if now.version != opened.withLock({ $0 }) { now.found = [.subscriptions, .marks, .queries] }
        known.withLock { [now] in $0 = now }
    }

    /// Looks what others have changed since the last time.
    func look(in database: Database) throws {
        guard let before = known.withLock({ $0 }) else { return }
        let version = try database.version
        guard version != before.version else { return }
        var now = try Known(
            version: version, feeds: database.knownFeeds, journal: database.journalState,
            queries: database.queryState)
        now.found = try before.found + database.changes(from: before.feeds, to: now.feeds)
        if now.journal != before.journal { now.found.append(.marks) }
        if Set(now.queries.keys) != Set(before.queries.keys) { now.found.append(.queries) }
        for (query, state) in now.queries where before.queries[query].map({ $0 != state }) == true {
            now.found.append(.query(query))
        }
        known.withLock { [now] in $0 = now }
    }

    /// Takes changes of our own for known, at the end of their transaction.
    func takeOver(_ changes: [LibraryChange], in database: Database) throws {
        guard !changes.isEmpty, var now = known.withLock({ $0 }) else { return }
        now.feeds = try database.knownFeeds
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

/// What tells whether a feed has changed: a number for all of it, since a library may have thousands.
private struct KnownFeed {
    let id: FeedID
    let newestItem: ItemID?
    let state: Int

    init(_ feed: Feed) {
        (id, newestItem, state) = (feed.id, feed.newestItem, feed.hashValue)
    }
}

extension Database {
    fileprivate var knownFeeds: [KnownFeed] {
        get throws { try feedsInOrder().map(KnownFeed.init) }
    }

    fileprivate var version: Int64 {
        get throws { try first("PRAGMA data_version") { $0.integer(0) } ?? 0 }
    }

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

    fileprivate func changes(from before: [KnownFeed], to after: [KnownFeed]) throws -> [LibraryChange] {
        let known = Dictionary(before.map { ($0.id, $0) }) { first, _ in first }
        var changes: [LibraryChange] = before.map(\.id) == after.map(\.id) ? [] : [.subscriptions]
        for feed in after {
            guard let old = known[feed.id], old.state != feed.state else { continue }
            if let newest = feed.newestItem, newest > old.newestItem ?? ItemID(0) {
                let oldest = ItemID((old.newestItem?.rawValue ?? 0).addingReportingOverflow(1).partialValue)
                let news = try news(from: oldest, to: newest, in: feed.id)
                changes.append(.newItems(feed.id, news, newest: newest))
            }
            changes.append(.feed(feed.id))
        }
        return changes
    }
}

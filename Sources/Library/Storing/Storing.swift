package import FeedParser
package import FoundationEssentials
import SQLite
import Signals
import System

extension Library {
    /// Stores what was fetched from several feeds in one transaction, and returns the result for each.
    ///
    /// A changed item keeps its marks, and an item that left the document stays. If a feed's document can't be stored,
    /// the others are.
    package func store(_ batch: [Fetched]) -> [Result<Stored, LibraryFailure>] {
        do throws(LibraryFailure) {
            return try storeTogether(batch).map { .success($0) }
        } catch {
            guard batch.count > 1, error.isOfOneWrite else { return batch.map { _ in .failure(error) } }
            return batch.map { fetched in
                Result { () throws(LibraryFailure) in try storeTogether([fetched])[0] }
            }
        }
    }

    private func storeTogether(_ batch: [Fetched]) throws(LibraryFailure) -> [Stored] {
        let rules = rules.withLock { $0 }
        let (stored, firings) = try write { database in
            let statements = try StoringStatements(database)
            var stored = try batch.map { try database.store($0, with: statements) }
            var new = ItemSet()
            for stored in stored { if let items = stored.newItems { new.append(items) } }
            let time = batch.map(\.date).max() ?? Date()
            let (ruled, firings) = try database.apply(rules, toNew: new, at: time)
            try database.giveWaitingMarks(toNew: new, at: time)
            var changes: [LibraryChange] = []
            for (index, feed) in batch.map(\.feed).enumerated() {
                if let items = stored[index].newItems {
                    // Only now it is known which items rules have left.
                    stored[index].news = try database.news(
                        from: ItemID(items.lowerBound), to: ItemID(items.upperBound), in: feed)
                    changes.append(.newItems(feed, stored[index].news, newest: ItemID(items.upperBound)))
                }
                if stored[index].changed > 0 { changes.append(.rewritten(feed)) }
                changes.append(.feed(feed))
            }
            return ((stored, firings), changes + ruled)
        }
        for firing in firings { firingsSubject.send(firing) }
        return stored
    }

    /// Stores one document.
    package func store(
        _ parsed: ParsedFeed, etag: String?, lastModified: String?, for feed: FeedID, at now: Date
    ) throws(LibraryFailure) -> Stored {
        try storeTogether([Fetched(.document(parsed), for: feed, etag: etag, lastModified: lastModified, at: now)])[0]
    }
}

/// The result of storing a document.
package struct Stored: Equatable, Sendable {
    package var new = 0
    package var changed = 0
    /// The unread new items among them.
    package var news = News()
    /// The newest of the new items.
    package var newestItem: ItemID?

    package init(new: Int = 0, changed: Int = 0, newestItem: ItemID? = nil) {
        self.new = new
        self.changed = changed
        self.newestItem = newestItem
    }

    /// The new items; their numbers are consecutive, because nobody else writes meanwhile.
    var newItems: ClosedRange<Int64>? {
        newestItem.map { $0.rawValue - Int64(new) + 1...$0.rawValue }
    }
}

/// The number of new items that lists show as unread: not those that rules or their story have marked read or hidden.
package struct News: Equatable, Sendable {
    /// In the feed's own list.
    package var ofFeed = 0
    /// In lists of several feeds, which fold copies.
    package var listed = 0

    package init(ofFeed: Int = 0, listed: Int = 0) {
        self.ofFeed = ofFeed
        self.listed = listed
    }
}

extension LibraryFailure {
    /// Whether the data may be at fault, and not the disk.
    fileprivate var isOfOneWrite: Bool {
        if case .storage(let error) = self { [.constraint, .other].contains(error.reason) } else { false }
    }
}

extension Database {
    fileprivate func store(_ fetched: Fetched, with statements: StoringStatements) throws -> Stored {
        // A feed that was removed meanwhile isn't a failure.
        guard let feed = try statements.findFeed.first(fetched.feed, read: { StoredFeed($0) }) else { return Stored() }
        if let host = fetched.willingHost { try statements.notes.endWait(of: host) }
        switch fetched.outcome {
        case .document(let document):
            var writer = DocumentWriter(
                document, fetched.items, in: fetched.feed, feed, at: fetched.date, statements,
                retention: fetched.retention)
            try writer.write()
            try reconsider(writer.rewritten)
            try fold(writer.possibleCopies, in: fetched.feed)
            var fetched = fetched
            if writer.isOfAnother { (fetched.permanentURL, fetched.announcedURL) = (nil, nil) }
            try statements.notes.record(
                document: document, hash: fetched.bodyHash, of: fetched, writer.stored, writer.held.map(\.item),
                bytes: writer.bytes)
            return writer.stored
        case .unchanged: try statements.notes.recordUnchanged(fetched)
        case .sentAgain: try statements.notes.recordSentAgain(fetched)
        case .failed where fetched.isInDoubt: try statements.notes.recordUnreached(fetched)
        case .failed(let reason, let failing):
            try statements.notes.record(failure: reason, failing, of: fetched)
        }
        return Stored()
    }

    /// The feed's new items between two items, as they are now.
    func news(from first: ItemID, to last: ItemID, in feed: FeedID) throws -> News {
        let counting = try statement(
            """
            SELECT count(*) FILTER (WHERE is_deleted = 0), count(*) FILTER (WHERE is_listed)
            FROM states NOT INDEXED WHERE item BETWEEN ? AND ? AND feed = ? AND is_read = 0
            """)
        return try counting.first(first, last, feed) { News(ofFeed: $0.int(0), listed: $0.int(1)) } ?? News()
    }
}

/// Notes the result of fetching a feed, in one small row: for a feed without news this costs little more than finding
/// the row.
struct FetchNotes {
    private let addRow: Statement
    private let recordDocument: Statement
    private let recordSentAgain: Statement
    private let recordUnchanged: Statement
    private let recordPart: Statement
    private let recordFailure: Statement
    private let recordUnreached: Statement
    private let addToHistory: Statement
    private let trimHistory: Statement
    private let forgetWaits: Statement
    private let endWaitOfHost: Statement
    private let recordWaitOfHost: Statement

    init(_ database: Database) throws {
        addRow = try database.statement("INSERT OR IGNORE INTO fetches (feed) VALUES (?)")
        recordDocument = try database.statement(
            """
            \(Self.success), \(Self.moveByDocument), etag = ?9, last_modified = ?10, body_hash = ?13, size = ?14, time_to_live = ?15,
                update_interval = ?16, skipped_hours = ?17, skipped_days = ?18, rhythm = ?19, newest_date = ?20,
                held_items = ?21, text_bytes = text_bytes + ?23 WHERE feed = ?1
            """)
        recordSentAgain = try database.statement(
            "\(Self.success), \(Self.move), etag = ?9, last_modified = ?10 WHERE feed = ?1")
        // A 304 may carry new validators, and need not repeat the old ones (RFC 9111, 4.3.4).
        recordUnchanged = try database.statement(
            """
            \(Self.success), \(Self.move), etag = coalesce(?9, etag), last_modified = coalesce(?10, last_modified)
                WHERE feed = ?1
            """)
        // A part says nothing of the rest. What a server tells once doesn't come again by itself, so retention spares no more.
        recordPart = try database.statement(
            """
            INSERT INTO fetches (feed, last_attempt, last_success, held_items, text_bytes) VALUES (?1, ?2, ?2, ?3, ?4)
            ON CONFLICT (feed) DO UPDATE SET held_items = coalesce(held_items, ?3), text_bytes = text_bytes + ?4,
                (last_attempt, last_success) = (?2, ?2)
            """)
        recordFailure = try database.statement(
            """
            \(Self.attempt), last_error = ?9, failing = ?13, error_count = error_count + 1,
                failing_since = coalesce(failing_since, ?2), is_gone = max(is_gone, ?10), wait_until = ?11,
                wait_status = ?12 WHERE feed = ?1
            """)
        recordUnreached = try database.statement(
            """
            UPDATE fetches SET next_due = ?2, due_reason = ?3, due_after = ?4, lease_holder = NULL, lease_until = NULL
                WHERE feed = ?1
            """)
        addToHistory = try database.statement(
            """
            INSERT OR REPLACE INTO fetch_history (feed, at, new_items, status, received, took) VALUES (?, ?, ?, ?, ?, ?)
            """)
        trimHistory = try database.statement(
            """
            DELETE FROM fetch_history WHERE feed = ?1 AND at <=
                (SELECT at FROM fetch_history WHERE feed = ?1 ORDER BY at DESC LIMIT 1 OFFSET \(Self.historyLength))
            """)
        forgetWaits = try database.statement("DELETE FROM hosts WHERE wait_until <= ?")
        endWaitOfHost = try database.statement("DELETE FROM hosts WHERE host = ?")
        recordWaitOfHost = try database.statement(
            """
            INSERT INTO hosts (host, wait_until, wait_status) VALUES (?1, ?2, ?3)
            ON CONFLICT (host) DO UPDATE SET (wait_until, wait_status) = (?2, ?3) WHERE wait_until < ?2
            """)
    }

    /// For a document with this many new or changed bytes.
    func record(
        document: ParsedFeed, hash: Int64?, of fetched: Fetched, _ stored: Stored, _ held: [ItemID], bytes: Int
    ) throws {
        let hints = document.schedule
        try addRow.run(fetched.feed)
        try recordDocument.run(
            Each(fetched.attempt), Each(fetched.success), hash, fetched.transfer?.size, hints.timeToLive,
            hints.updateInterval, hints.skippedHours.asBits, hints.skippedDays.asBits, fetched.rhythm?.interval,
            fetched.rhythm?.newest, ItemSet(held), fetched.announcedURL, bytes)
        try remember(fetched, new: stored.new)
    }

    /// For a part of a feed that a server has told.
    func record(partOf feed: FeedID, bytes: Int, at date: Date) throws {
        try recordPart.run(feed, date, ItemSet(), bytes)
    }

    func recordSentAgain(_ fetched: Fetched) throws {
        try addRow.run(fetched.feed)
        try recordSentAgain.run(Each(fetched.attempt), Each(fetched.success))
    }

    func recordUnchanged(_ fetched: Fetched) throws {
        try recordUnchanged.run(Each(fetched.attempt), Each(fetched.success))
    }

    func record(failure reason: String, _ failing: Failing, of fetched: Fetched) throws {
        try addRow.run(fetched.feed)
        try recordFailure.run(
            Each(fetched.attempt), reason, failing == .gone, fetched.wait?.until, fetched.wait?.status, failing.rawValue
        )
        try remember(fetched, new: nil)
        guard let host = fetched.waitingHost, let wait = fetched.wait else { return }
        try forgetWaits.run(fetched.date)
        try recordWaitOfHost.run(host.name, min(wait.until, fetched.date + Self.longestWaitOfHost), wait.status)
    }

    /// One feed's limit may not be that of others: a bridge serves feeds of many sites.
    private static let longestWaitOfHost: TimeInterval = 24 * 3600

    func endWait(of host: FeedHost) throws { try endWaitOfHost.run(host.name) }

    func recordUnreached(_ fetched: Fetched) throws {
        try addRow.run(fetched.feed)
        try recordUnreached.run(fetched.feed, Each(Due(withoutNetworkAt: fetched.date).asValues))
    }

    private func remember(_ fetched: Fetched, new: Int?) throws {
        let transfer = fetched.transfer
        try addToHistory.run(
            fetched.feed, fetched.date, new, transfer?.status, transfer?.received, transfer?.milliseconds)
        try trimHistory.run(fetched.feed)
    }

    /// The number of fetches of a feed that lede remembers.
    private static let historyLength = 20

    // The columns that every answer changes; the lease that ends is this process's own.
    private static let attempt = """
        UPDATE fetches SET last_attempt = ?2, next_due = ?3, due_reason = ?4, due_after = ?5, status = ?6, received = ?7,
            took = ?8, lease_holder = NULL, lease_until = NULL
        """

    private static let success = """
        \(attempt), last_success = ?2, last_error = NULL, failing = NULL, error_count = 0, failing_since = NULL, is_gone = 0,
            wait_until = NULL, wait_status = NULL, asked_with = ?12
        """

    /// Where redirects lead, how often and since when. A URL that the document announces counts as if it had always led
    /// there, as long as the document says so.
    private static let move = """
        moved_to = iif(\(isAnnounced), moved_to, ?11),
            moved_count = iif(\(isAnnounced), moved_count, iif(?11 IS NULL, 0, iif(?11 IS moved_to, moved_count + 1, 1))),
            moved_since = iif(\(isAnnounced), moved_since, iif(?11 IS NULL, NULL, iif(?11 IS moved_to, moved_since, ?2)))
        """

    private static let isAnnounced = "?11 IS NULL AND moved_since IS 0"

    private static let moveByDocument = """
        moved_to = coalesce(?22, ?11),
            moved_count = iif(?22 IS NOT NULL, \(Database.answersToMove),
                iif(?11 IS NULL, 0, iif(?11 IS moved_to, moved_count + 1, 1))),
            moved_since = iif(?22 IS NOT NULL, 0, iif(?11 IS NULL, NULL, iif(?11 IS moved_to, moved_since, ?2)))
        """
}

extension Fetched {
    /// The values of every note, in the order of its parameters.
    fileprivate var attempt: [Value] {
        let due = due?.asValues ?? [.null, .null, .null]
        let transfer = transfer?.asValues ?? [.null, .null, .null]
        return [feed.sqliteValue, date.sqliteValue] + due + transfer
    }

    /// Further values of a successful fetch.
    fileprivate var success: [Value] {
        [etag.sqliteValue, lastModified.sqliteValue, permanentURL.sqliteValue, askedWith.sqliteValue]
    }
}

extension Due {
    fileprivate var asValues: [Value] { [date.sqliteValue, reason.rawValue.sqliteValue, after.sqliteValue] }
}

extension TransferFigures {
    fileprivate var asValues: [Value] { [status.sqliteValue, received.sqliteValue, milliseconds.sqliteValue] }
}

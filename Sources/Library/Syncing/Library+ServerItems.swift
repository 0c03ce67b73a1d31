package import FoundationEssentials
import Locks
import SQLite
import Signals

extension Library {
    /// Stores items that came from a server, with their marks, in one transaction. Rules, folding and retention are as for
    /// other new items.
    package func store(
        _ part: ServerPart, keeping retention: @Sendable (String) -> Retention = { _ in Retention() }
    ) throws(LibraryFailure) -> StoredPart {
        let rules = rules.withLock { $0 }
        let (stored, firings) = try write { database in
            var storing = PartStoring(part, in: database)
            let firings = try storing.run(rules, keeping: retention)
            return ((storing.stored, firings), storing.changes)
        }
        for firing in firings { firingsSubject.send(firing) }
        return stored
    }

    /// Takes in what the server says about marks; returns the number of items that it has changed.
    package func tell(
        _ marks: [RemoteMarks], of account: AccountID, in sync: SyncNumber, at now: Date
    ) throws(LibraryFailure) -> Int {
        if marks.isEmpty { return 0 }
        return try write { database in
            var telling = try Telling(database, of: account, at: now)
            for marks in marks { _ = try telling.tell(marks) }
            let (changes, taken) = try telling.finish(sync)
            return (taken, changes)
        }
    }

    /// Notes that the server has these items no more. They keep their marks, and are the library's own from now on.
    package func lose(_ ids: [RemoteID], of account: AccountID) throws(LibraryFailure) {
        if ids.isEmpty { return }
        try write { database in
            let update = try database.statement(
                "UPDATE server_items SET is_gone = 1 WHERE account = ? AND server_id = ?")
            for id in ids { try update.run(account, id) }
            return ((), [])
        }
    }

    /// Doesn't ask for these unknown items until then, or as long as the server lists them.
    package func skip(_ ids: [RemoteID], of account: AccountID, until date: Date?) throws(LibraryFailure) {
        if ids.isEmpty { return }
        try write { database in
            try database.skip(ids, of: account, until: date)
            return ((), [])
        }
    }

    /// Notes up to where the server has told of its changes, and when its lists were read, as far as given.
    package func record(
        cursor: String?, listsRead date: Date?, of account: AccountID
    ) throws(LibraryFailure) {
        try write { database in
            try database.run(
                """
                UPDATE server_accounts SET cursor = coalesce(?, cursor), lists_read_at = coalesce(?, lists_read_at)
                WHERE id = ?
                """, cursor, date, account)
            return ((), [])
        }
    }
}

/// Stores a part, within one transaction.
private struct PartStoring {
    private let part: ServerPart
    private let database: Database
    private(set) var stored = StoredPart()
    private(set) var changes: [LibraryChange] = []

    init(_ part: ServerPart, in database: Database) {
        self.part = part
        self.database = database
    }

    mutating func run(_ rules: [Rule], keeping retention: (String) -> Retention) throws -> [RuleFiring] {
        let statements = try StoringStatements(database)
        var telling = try Telling(database, of: part.account, at: part.date)
        var written: [(feed: FeedID, stored: Stored)] = []
        var new = ItemSet()
        for ofFeed in part.feeds {
            guard
                var writer = try PartWriter(part, of: ofFeed.feed, in: database, statements, keeping: retention)
            else {
                stored.homeless += ofFeed.items.map(\.id)
                continue
            }
            try writer.write(ofFeed, &telling)
            let document = writer.writer
            try database.reconsider(document.rewritten)
            try database.fold(document.possibleCopies, in: writer.feed)
            written.append((writer.feed, document.stored))
            if let items = document.stored.newItems { new.append(items) }
            stored.new += document.stored.new
        }
        try telling.giveMarks(at: database.timeOfStep(at: part.date))
        let (ruled, firings) = try database.apply(rules, toNew: new, at: part.date)
        for (feed, stored) in written { try tell(feed, stored) }
        let (marked, taken) = try telling.finish(part.sync)
        stored.taken = taken
        changes += ruled + marked
        return firings
    }

    private mutating func tell(_ feed: FeedID, _ stored: Stored) throws {
        if let items = stored.newItems {
            let (first, last) = (ItemID(items.lowerBound), ItemID(items.upperBound))
            changes.append(.newItems(feed, try database.news(from: first, to: last, in: feed), newest: last))
        }
        if stored.changed > 0 { changes.append(.rewritten(feed)) }
        if stored.new > 0 || stored.changed > 0 { changes.append(.feed(feed)) }
    }
}

extension Database {
    func skip(_ ids: [RemoteID], of account: AccountID, until date: Date?) throws {
        let statement = try statement(
            "INSERT OR REPLACE INTO server_skips (account, server_id, until) VALUES (?, ?, ?)")
        for id in ids { try statement.run(account, id, date) }
    }
}

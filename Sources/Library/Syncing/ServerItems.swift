package import FeedParser
package import FoundationEssentials
package import SQLite
import Signals
import System

extension ServerItemID: Bindable {
    package var sqliteValue: Value {
        switch self {
        case .number(let number): .integer(number)
        case .text(let text): .text(text)
        }
    }
}

extension Row {
    func remoteID(_ column: Column) -> ServerItemID {
        if case .text(let text) = value(column) { .text(text) } else { .number(integer(column)) }
    }
}

extension ServerItem {
    package var states: ItemStates {
        var states = ItemStates()
        (states[.read], states[.starred]) = (isRead, isStarred)
        return states
    }

    var marks: RemoteMarks { RemoteMarks(id, states, labels) }
}

/// The marks that a server says an item has; nil for what it doesn't say.
package struct RemoteMarks: Equatable, Sendable {
    package let id: ServerItemID
    private let values: [ItemState: Bool]
    /// With names of folders among them.
    let labels: Set<String>?

    init(_ id: ServerItemID, _ states: ItemStates, _ labels: Set<String>?) {
        self.init(id, Dictionary(uniqueKeysWithValues: ItemState.onServers.map { ($0, states[$0]) }), labels)
    }

    package init(_ id: ServerItemID, _ values: [ItemState: Bool] = [:], _ labels: Set<String>? = nil) {
        self.id = id
        self.values = values
        self.labels = labels
    }

    package subscript(state: ItemState) -> Bool? { values[state] }
}

/// Items that came from a server, to be stored: parts of its feeds, which say nothing by what they lack.
///
/// All slow work happens here, on the thread that got them.
package struct ServerPart: Sendable {
    struct OfFeed: Sendable {
        /// The feed's id on the server.
        let feed: String
        let items: [ServerItem]
        let entries: [DocumentItems.Entry]
    }

    let account: AccountID
    let sync: SyncNumber
    let date: Date
    let feeds: [OfFeed]

    package init(_ items: [ServerItem], of account: AccountID, in sync: SyncNumber, at date: Date) {
        self.account = account
        self.sync = sync
        self.date = date
        var order: [String] = []
        var byFeed: [String: [ServerItem]] = [:]
        for item in items {
            if byFeed[item.feed.text] == nil { order.append(item.feed.text) }
            byFeed[item.feed.text, default: []].append(item)
        }
        feeds = order.map { feed in
            let items = byFeed[feed] ?? []
            return OfFeed(feed: feed, items: items, entries: DocumentItems(part: items.map(\.item)).entries)
        }
    }
}

/// What storing a part has come to.
package struct StoredPart: Equatable, Sendable {
    package var new = 0
    /// Items whose marks the server has changed.
    package var taken = 0
    /// Items of feeds that the library doesn't know to be on the server.
    package var homeless: [ServerItemID] = []

    package init() {}
}

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
            var telling = try IncomingMarks(database, of: account, at: now)
            for marks in marks { _ = try telling.tell(marks) }
            let (changes, taken) = try telling.finish(sync)
            return (taken, changes)
        }
    }

    /// Notes that the server has these items no more. They keep their marks, and are the library's own from now on.
    package func lose(_ ids: [ServerItemID], of account: AccountID) throws(LibraryFailure) {
        if ids.isEmpty { return }
        try write { database in
            let update = try database.statement(
                "UPDATE server_items SET is_gone = 1 WHERE account = ? AND server_id = ?")
            for id in ids { try update.run(account, id) }
            return ((), [])
        }
    }

    /// Doesn't ask for these unknown items until then, or as long as the server lists them.
    package func skip(_ ids: [ServerItemID], of account: AccountID, until date: Date?) throws(LibraryFailure) {
        if ids.isEmpty { return }
        try write { database in
            try database.skip(ids, of: account, until: date)
            return ((), [])
        }
    }

    /// Notes that the server doesn't give these items; returns those that it hasn't given before either. The first time, its
    /// answer may only have been cut off, so the next sync asks again.
    package func miss(
        _ ids: [ServerItemID], of account: AccountID, at now: Date
    ) throws(LibraryFailure) -> [ServerItemID] {
        if ids.isEmpty { return [] }
        return try write { database in
            let note = try database.statement(
                """
                INSERT INTO server_skips (account, server_id, until) VALUES (?1, ?2, ?3)
                ON CONFLICT (account, server_id) DO UPDATE SET until = ?4 RETURNING until = ?4
                """)
            let missed = try ids.filter { id in
                try note.first(account, id, now - 1, now + Self.skipTime) { $0.bool(0) } == true
            }
            return (missed, [])
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
        var telling = try IncomingMarks(database, of: part.account, at: part.date)
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
    func skip(_ ids: [ServerItemID], of account: AccountID, until date: Date?) throws {
        let statement = try statement(
            "INSERT OR REPLACE INTO server_skips (account, server_id, until) VALUES (?, ?, ?)")
        for id in ids { try statement.run(account, id, date) }
    }
}

/// Writes a part of one feed, with the items' marks.
private struct PartWriter {
    private let database: Database
    private let part: ServerPart
    let feed: FeedID
    private let site: Substring?
    private let statements: StoringStatements
    private let retention: Retention
    private let findLinked: Statement
    private let isLinked: Statement
    private(set) var writer: DocumentWriter

    init?(
        _ part: ServerPart, of remote: String, in database: Database, _ statements: StoringStatements,
        keeping retention: (String) -> Retention
    ) throws {
        let known = try database.first(
            """
            SELECT feeds.id, server_feeds.site, url FROM server_feeds JOIN feeds ON feeds.id = feed
            WHERE server_feeds.account = ?1 AND server_id = ?2 AND is_gone = 0 AND feeds.account = ?1
            """, part.account, remote
        ) { (feed: FeedID($0.integer(0)), site: $0.optionalText(1), url: $0.text(2)) }
        guard let known, let before = try statements.findFeed.first(known.feed, read: { StoredFeed($0) }) else {
            return nil
        }
        self.database = database
        self.part = part
        self.statements = statements
        (feed, site) = (known.feed, known.site?.withoutVariation)
        self.retention = retention(known.url)
        findLinked = try database.statement(
            """
            SELECT item, revision FROM server_items JOIN items ON items.id = item WHERE account = ? AND server_id = ?
            """)
        isLinked = try database.statement(
            "SELECT EXISTS (SELECT 1 FROM server_items WHERE item = ? AND account = ? AND is_gone = 0)")
        writer = DocumentWriter(
            ParsedFeed(format: .rss20, items: []), DocumentItems(), in: known.feed, before, at: part.date, statements)
    }

    mutating func write(_ ofFeed: ServerPart.OfFeed, _ telling: inout IncomingMarks) throws {
        // Servers list the newest first, which must get the greatest number.
        for entry in ofFeed.entries.reversed() { try write(ofFeed.items[entry.index], entry, &telling) }
        try writer.countItems()
        try statements.notes.record(partOf: feed, bytes: writer.bytes, at: part.date)
    }

    private mutating func write(_ remote: ServerItem, _ entry: DocumentItems.Entry, _ telling: inout IncomingMarks)
        throws
    {
        if let linked = try findLinked.first(part.account, remote.id, read: { Known($0) }) {
            try rewrite(linked, remote, entry)
            _ = try telling.tell(remote.marks)
        } else if let known = try findSame(remote, entry) {
            try rewrite(known, remote, entry)
            try telling.meet(remote.marks, known.id, isNew: false)
        } else if remote.states.keepItem || telling.hasLabel(remote.marks)
            || remote.item.listedDate(at: part.date) >= retention.limit(at: part.date)
        {
            var entry = entry
            entry.identity = try freeIdentity(of: remote, entry)
            try telling.meet(remote.marks, writer.insert(remote.item, entry), isNew: true)
        } else {
            try database.skip([remote.id], of: part.account, until: nil)
        }
    }

    private struct Known {
        let id: ItemID
        let revision: Int64

        init(_ row: borrowing Row) {
            (id, revision) = (ItemID(row.integer(0)), row.integer(1))
        }
    }

    private mutating func rewrite(_ known: Known, _ remote: ServerItem, _ entry: DocumentItems.Entry) throws {
        if known.revision != entry.revision { try writer.rewrite(known.id, to: remote.item, entry) }
    }

    /// The stored item that this is, though it has another id on the server or none: by the feed's own id where the server
    /// tells it, and otherwise by link and title.
    private func findSame(_ remote: ServerItem, _ entry: DocumentItems.Entry) throws -> Known? {
        if remote.item.id != nil, let known = try statements.findItem.first(feed, entry.identity, read: { Known($0) }),
            try isSame(known, remote, entry)
        {
            return known
        }
        guard entry.hasTellingLink, let link = remote.item.link?.withoutVariation, link != site else { return nil }
        let candidates = try statements.findSameLink.all(entry.linkKey, feed, entry.title) { (Known($0), $0.text(2)) }
        return try candidates.first { known, other in
            try other.withoutVariation == link && isSame(known, remote, entry)
        }?.0
    }

    /// Whether what seems to be the same item is. The server may have several with one id, or with one link and title: then
    /// they are the same only if they are of the same time.
    private func isSame(_ known: Known, _ remote: ServerItem, _ entry: DocumentItems.Entry) throws -> Bool {
        guard try isLinked.first(known.id, part.account, read: { $0.bool(0) }) == true else { return true }
        let stored = try database.first(
            "SELECT title, published FROM items JOIN contents ON item = id WHERE id = ?", known.id
        ) { (title: $0.text(0), published: $0.optionalInteger(1)) }
        return stored?.title == entry.title && stored?.published == remote.item.published?.milliseconds
    }

    /// An identity that no other item of the feed has.
    private func freeIdentity(of remote: ServerItem, _ entry: DocumentItems.Entry) throws -> ItemIdentity {
        for identity in [entry.identity, remote.item.identityOfText]
        where try statements.findItem.first(feed, identity, read: { _ in true }) == nil {
            return identity
        }
        return .server(part.account, remote.id)
    }
}

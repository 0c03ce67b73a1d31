import FeedParser
import FoundationEssentials
import SQLite

/// Writes a part of one feed, with the items' marks.
struct PartWriter {
    private let database: Database
    private let part: ServerPart
    let feed: FeedID
    /// Whether the server alone brings the feed; otherwise lede's own documents say what its items are.
    private let isOfServer: Bool
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
            SELECT feeds.id, feeds.account IS NOT NULL, server_feeds.site, url FROM server_feeds
                JOIN feeds ON feeds.id = feed WHERE server_feeds.account = ? AND server_id = ? AND is_gone = 0
            """, part.account, remote
        ) { (feed: FeedID($0.integer(0)), isOfServer: $0.bool(1), site: $0.optionalText(2), url: $0.text(3)) }
        guard let known, let before = try statements.findFeed.first(known.feed, read: { StoredFeed($0) }) else {
            return nil
        }
        self.database = database
        self.part = part
        self.statements = statements
        (feed, isOfServer, site) = (known.feed, known.isOfServer, known.site?.withoutVariation)
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

    mutating func write(_ ofFeed: ServerPart.OfFeed, _ telling: inout Telling) throws {
        // Servers list the newest first, which must get the greatest number.
        for entry in ofFeed.entries.reversed() { try write(ofFeed.items[entry.index], entry, &telling) }
        try writer.countItems()
        try statements.notes.record(partOf: feed, isOfServer: isOfServer, bytes: writer.bytes, at: part.date)
    }

    private mutating func write(_ remote: RemoteItem, _ entry: DocumentItems.Entry, _ telling: inout Telling) throws {
        if let linked = try findLinked.first(part.account, remote.id, read: { Known($0) }) {
            try rewrite(linked, remote, entry)
            _ = try telling.tell(remote.marks)
        } else if let known = try findSame(remote, entry) {
            try rewrite(known, remote, entry)
            try telling.meet(remote.marks, known.id, isNew: false)
        } else if remote.isStarred || remote.item.listedDate(at: part.date) >= retention.limit(at: part.date) {
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

    private mutating func rewrite(_ known: Known, _ remote: RemoteItem, _ entry: DocumentItems.Entry) throws {
        if isOfServer, known.revision != entry.revision { try writer.rewrite(known.id, to: remote.item, entry) }
    }

    /// The stored item that this is, though it has another id on the server or none: by the feed's own id where the server
    /// tells it, and otherwise by link and title.
    private func findSame(_ remote: RemoteItem, _ entry: DocumentItems.Entry) throws -> Known? {
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
    private func isSame(_ known: Known, _ remote: RemoteItem, _ entry: DocumentItems.Entry) throws -> Bool {
        guard try isLinked.first(known.id, part.account, read: { $0.bool(0) }) == true else { return true }
        let stored = try database.first(
            "SELECT title, published FROM items JOIN contents ON item = id WHERE id = ?", known.id
        ) { (title: $0.text(0), published: $0.optionalInteger(1)) }
        return stored?.title == entry.title && stored?.published == remote.item.published?.milliseconds
    }

    /// An identity that no other item of the feed has.
    private func freeIdentity(of remote: RemoteItem, _ entry: DocumentItems.Entry) throws -> ItemIdentity {
        for identity in [entry.identity, remote.item.identityOfText]
        where try statements.findItem.first(feed, identity, read: { _ in true }) == nil {
            return identity
        }
        return .server(part.account, remote.id)
    }
}

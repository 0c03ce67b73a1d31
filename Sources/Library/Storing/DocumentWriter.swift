import FeedParser
import FoundationEssentials
import SQLite

/// What storing needs to know about a feed.
struct StoredFeed {
    let isSubscribed: Bool
    let newestItem: ItemID?

    init(_ row: borrowing Row) {
        isSubscribed = row.bool(0)
        newestItem = row.optionalInteger(1).map(ItemID.init)
    }
}

/// When the new items of a document came.
enum Arrival {
    case now
    /// At an unknown time: the document comes from another reader, and the library's data is newer.
    case asPublished
}

/// Writes the new and changed items of one document.
struct DocumentWriter {
    private struct KnownItem {
        let id: ItemID
        let revision: Int64
        /// Whether the feed now gives it another id.
        var hasNewGuid = false
    }

    private(set) var stored = Stored()
    /// The approximate bytes written: texts, and an overhead for each item.
    private(set) var bytes = 0
    /// The new items whose link or opening words another item shares.
    private(set) var possibleCopies: [ItemID] = []
    /// The stored items with new words or another link.
    private(set) var rewritten: [ItemID] = []
    /// The items of the document that its feed's retention keeps, each with its position.
    private(set) var held: [(place: Int, item: ItemID)] = []

    /// Whether the stored document shares no item with the feed's earlier ones: it may be another feed's.
    var isOfAnother: Bool { before.newestItem != nil && !sharesItems && stored.new > 0 }

    private let document: ParsedFeed
    private let items: DocumentItems
    private let feed: FeedID
    private let before: StoredFeed
    private let now: Date
    private let arrival: Arrival
    private let retention: Retention
    private var sharesItems = false
    private let statements: StoringStatements
    /// New items by their day.
    private var days: [Int64: Int] = [:]

    init(
        _ document: ParsedFeed, _ items: DocumentItems, in feed: FeedID, _ before: StoredFeed, at now: Date,
        _ statements: StoringStatements,
        arrival: Arrival = .now, retention: Retention = Retention()
    ) {
        self.document = document
        self.items = items
        self.feed = feed
        self.before = before
        self.now = now
        self.arrival = arrival
        self.retention = retention
        self.statements = statements
    }

    mutating func write() throws {
        try writeItems()
        try describeFeed()
    }

    /// Writes and counts the items, and ignores the document's statements about the feed.
    mutating func writeItems() throws {
        let entries = items.entries
        let known = try findKnown(entries)
        held.reserveCapacity(entries.count)
        let admits = admitted(entries)
        // Feeds put the newest first, so among items without dates the first is stored last, to be the newest.
        for place in entries.indices.reversed() {
            let (entry, known) = (entries[place], known[place])
            if known != nil { sharesItems = true } else if !admits[place] { continue }
            let item = try write(document.items[entry.index], entry, known)
            if admits[place] { held.append((entry.index, item)) }
        }
        try countItems()
    }

    /// Whether the feed's retention keeps each of the items.
    private func admitted(_ entries: [DocumentItems.Entry]) -> [Bool] {
        guard retention.judgesItems else { return Array(repeating: true, count: entries.count) }
        let dates = entries.map { document.items[$0.index].listedDate(at: now) }
        var admits = Array(repeating: false, count: entries.count)
        for (place, entry) in entries.indices.sorted(by: { (dates[$1], $0) < (dates[$0], $1) }).enumerated() {
            admits[entry] = retention.admits(itemOf: dates[entry], place: place, at: now)
        }
        return admits
    }

    private func findKnown(_ entries: [DocumentItems.Entry]) throws -> [KnownItem?] {
        guard before.newestItem != nil else { return Array(repeating: nil, count: entries.count) }
        var known = try entries.map { entry in
            try statements.findItem.first(feed, entry.identity) {
                KnownItem(id: ItemID($0.integer(0)), revision: $0.integer(1))
            }
        }
        // Comes after the others: an item that still has its own id isn't a former self of another.
        var taken = Set(known.compactMap { $0?.id })
        for (position, entry) in entries.enumerated() where known[position] == nil && entry.hasTellingLink {
            guard let former = try findFormer(document.items[entry.index], entry, except: taken) else { continue }
            taken.insert(former.id)
            known[position] = former
        }
        return known
    }

    /// The stored item with the same link and title but another id.
    private func findFormer(
        _ item: ParsedItem, _ entry: DocumentItems.Entry, except taken: Set<ItemID>
    ) throws -> KnownItem? {
        guard let link = item.link else { return nil }
        let candidates = try statements.findSameLink.all(entry.linkKey, feed, entry.title) { row in
            (KnownItem(id: ItemID(row.integer(0)), revision: row.integer(1), hasNewGuid: true), row.text(2))
        }
        return candidates.first { !taken.contains($0.0.id) && $0.1.withoutVariation == link.withoutVariation }?.0
    }

    private mutating func write(
        _ item: ParsedItem, _ entry: DocumentItems.Entry, _ known: KnownItem?
    ) throws -> ItemID {
        guard let known else { return try insert(item, entry) }
        if known.hasNewGuid {
            try statements.updateIdentity.run(entry.identity, known.id)
            try statements.updateGuid.run(item.id, known.id)
        }
        if known.revision != entry.revision, arrival == .now { try rewrite(known.id, to: item, entry) }
        return known.id
    }

    /// Gives a stored item other content.
    mutating func rewrite(_ id: ItemID, to item: ParsedItem, _ entry: DocumentItems.Entry) throws {
        try update(id, to: item, entry)
        bytes += item.storedBytes
        stored.changed += 1
        rewritten.append(id)
    }

    /// Adds a new item, which the caller counts later.
    mutating func insert(_ item: ParsedItem, _ entry: DocumentItems.Entry) throws -> ItemID {
        let isPossibleCopy = try statements.findSameKey.first(entry.linkKey, entry.textKey) { $0.bool(0) } == true
        let date = item.listedDate(at: now)
        try statements.insertItem.run(
            feed, entry.identity, entry.revision, entry.title, item.storedLink, item.authorLine,
            arrival == .now ? now : date, entry.linkKey, entry.textKey)
        let id = ItemID(statements.lastInsertRowID)
        try statements.insertState.run(id, feed, date, before.isSubscribed)
        try writeContent(of: item, id, with: statements.insertContent)
        try writeLists(of: item, id)
        if case .integer(let milliseconds) = date.sqliteValue { days[milliseconds.dayNumber, default: 0] += 1 }
        bytes += item.storedBytes
        if isPossibleCopy { possibleCopies.append(id) }
        stored.new += 1
        stored.newestItem = id
        return id
    }

    private func update(_ id: ItemID, to item: ParsedItem, _ entry: DocumentItems.Entry) throws {
        try statements.updateItem.run(
            entry.revision, entry.title, item.storedLink, item.authorLine, entry.linkKey, entry.textKey, id)
        try writeContent(of: item, id, with: statements.updateContent)
        try statements.deleteEnclosures.run(id)
        try statements.deleteCategories.run(id)
        try writeLists(of: item, id)
    }

    private func writeContent(of item: ParsedItem, _ id: ItemID, with statement: Statement) throws {
        let (comments, source, episode) = (item.comments, item.source, item.episode)
        try statement.run(
            item.html, item.id, item.published, item.updated, item.language, item.image, comments?.link, comments?.feed,
            comments?.count, source?.title, source?.link, episode?.duration, episode?.season, episode?.number,
            episode?.chapters, item.location?.latitude, item.location?.longitude, item.inReplyTo, id)
    }

    private func writeLists(of item: ParsedItem, _ id: ItemID) throws {
        for (position, category) in item.categories.enumerated() {
            try statements.insertCategory.run(id, position, category.name, category.scheme)
        }
        for (position, enclosure) in item.enclosures.enumerated() {
            try statements.insertEnclosure.run(
                id, position, enclosure.url, enclosure.type, enclosure.length, false, Value.null)
        }
        guard let transcripts = item.episode?.transcripts else { return }
        for (position, transcript) in transcripts.enumerated() {
            try statements.insertEnclosure.run(
                id, item.enclosures.count + position, transcript.url, transcript.type, Value.null, true,
                transcript.language)
        }
    }

    private func describeFeed() throws {
        try statements.describeFeed.run(
            feed, document.title?.cut, document.link?.asStoredAddress, document.description?.cut,
            document.image?.asStoredAddress, document.language)
    }

    func countItems() throws {
        for (day, count) in days { try statements.addToDay.run(feed, day, count) }
        guard let newest = stored.newestItem else { return }
        try statements.countNew.run(feed, stored.new, newest)
        if before.isSubscribed { try statements.countListed.run(stored.new) }
    }
}

extension Int64 {
    /// The day since 1970, in UTC, of a time in milliseconds.
    var dayNumber: Int64 {
        let day = self / 86_400_000
        return self < 0 && self % 86_400_000 != 0 ? day - 1 : day
    }
}

/// The statements for storing, prepared once for a batch.
struct StoringStatements {
    private let database: Database
    let findFeed: Statement
    let findItem: Statement
    let findSameLink: Statement
    fileprivate let findSameKey: Statement
    fileprivate let insertItem: Statement
    fileprivate let insertState: Statement
    fileprivate let insertContent: Statement
    fileprivate let insertEnclosure: Statement
    fileprivate let insertCategory: Statement
    fileprivate let updateItem: Statement
    fileprivate let updateContent: Statement
    fileprivate let updateIdentity: Statement
    fileprivate let updateGuid: Statement
    fileprivate let deleteEnclosures: Statement
    fileprivate let deleteCategories: Statement
    fileprivate let addToDay: Statement
    fileprivate let describeFeed: Statement
    fileprivate let countNew: Statement
    let countListed: Statement
    let notes: FetchNotes

    init(_ database: Database) throws {
        self.database = database
        findFeed = try database.statement("SELECT is_subscribed, newest_item FROM feeds WHERE id = ?")
        findItem = try database.statement("SELECT id, revision FROM items WHERE feed = ? AND identity = ?")
        // “+feed” keeps SQLite from reading all items of the feed.
        findSameLink = try database.statement(
            "SELECT id, revision, link FROM items WHERE link_key = ? AND +feed = ? AND title = ?")
        // The indexes alone answer this: most items are like no other.
        findSameKey = try database.statement(
            """
            SELECT EXISTS (SELECT 1 FROM items WHERE link_key = ?) OR EXISTS (SELECT 1 FROM items WHERE text_key = ?)
            """)
        insertItem = try database.statement(
            """
            INSERT INTO items (feed, identity, revision, title, link, author, added, link_key, text_key)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        insertState = try database.statement("INSERT INTO states (item, feed, date, is_listed) VALUES (?, ?, ?, ?)")
        insertContent = try database.statement(
            """
            INSERT INTO contents (html, guid, published, updated, language, image, comments_link, comments_feed,
                comments_count, source_title, source_link, duration, season, episode, chapters, latitude, longitude,
                in_reply_to, item)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        insertEnclosure = try database.statement(
            "INSERT INTO enclosures (item, position, url, type, length, is_transcript, language) VALUES (?, ?, ?, ?, ?, ?, ?)"
        )
        insertCategory = try database.statement(
            "INSERT INTO categories (item, position, name, scheme) VALUES (?, ?, ?, ?)")
        updateItem = try database.statement(
            "UPDATE items SET revision = ?, title = ?, link = ?, author = ?, link_key = ?, text_key = ? WHERE id = ?")
        updateContent = try database.statement(
            """
            UPDATE contents SET (html, guid, published, updated, language, image, comments_link, comments_feed,
                comments_count, source_title, source_link, duration, season, episode, chapters, latitude, longitude,
                in_reply_to) = (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) WHERE item = ?
            """)
        updateIdentity = try database.statement("UPDATE items SET identity = ? WHERE id = ?")
        updateGuid = try database.statement("UPDATE contents SET guid = ? WHERE item = ?")
        deleteEnclosures = try database.statement("DELETE FROM enclosures WHERE item = ?")
        deleteCategories = try database.statement("DELETE FROM categories WHERE item = ?")
        addToDay = try database.statement(
            """
            INSERT INTO feed_days (feed, day, items) VALUES (?, ?, ?)
            ON CONFLICT (feed, day) DO UPDATE SET items = items + excluded.items
            """)
        describeFeed = try database.statement(
            """
            UPDATE feeds SET (title, site, description, image, language) = (?2, ?3, ?4, ?5, ?6)
            WHERE id = ?1 AND (title, site, description, image, language) IS NOT (?2, ?3, ?4, ?5, ?6)
            """)
        countNew = try database.statement(
            "UPDATE feeds SET unread = unread + ?2, total = total + ?2, newest_item = ?3 WHERE id = ?1")
        countListed = try database.statement("UPDATE totals SET items = items + ?1, unread = unread + ?1")
        notes = try FetchNotes(database)
    }

    var lastInsertRowID: Int64 { database.lastInsertRowID }
}

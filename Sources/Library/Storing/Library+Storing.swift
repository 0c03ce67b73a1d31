package import FeedParser
package import FoundationEssentials
import SQLite

/// What storing a document brought.
package struct Stored: Equatable, Sendable {
    package var new = 0
    package var changed = 0
    /// The newest of the new items.
    package var newestItem: ItemID?
}

extension Library {
    /// Stores a document that was fetched, in one transaction, and tells what was new in it.
    ///
    /// `etag` and `lastModified` are what the server said of it, so that the next request can be conditional.
    /// A change to an item never touches its read mark; an item that has left the document stays.
    package func store(
        _ parsed: ParsedFeed, etag: String?, lastModified: String?, for feed: FeedID, at now: Date
    ) throws(LibraryFailure) -> Stored {
        try write { database in
            let stored = try database.store(parsed, in: feed, at: now)
            try database.run(
                """
                INSERT INTO fetches (feed, etag, last_modified, last_attempt, last_success) VALUES (?1, ?2, ?3, ?4, ?4)
                ON CONFLICT (feed) DO UPDATE SET etag = excluded.etag, last_modified = excluded.last_modified,
                    last_attempt = excluded.last_attempt, last_success = excluded.last_success, last_error = NULL,
                    error_count = 0
                """, feed, etag, lastModified, now)
            guard let newest = stored.newestItem else { return (stored, [.feed(feed)]) }
            return (stored, [.newItems(feed, count: stored.new, newest: newest), .feed(feed)])
        }
    }

    /// Notes that the server had nothing new. What it says of the document now replaces what it said before.
    package func noteUnchanged(
        etag: String?, lastModified: String?, for feed: FeedID, at now: Date
    ) throws(LibraryFailure) {
        try write { database in
            // A 304 may carry new validators, and need not repeat the old ones (RFC 9111, 4.3.4).
            try database.run(
                """
                UPDATE fetches SET etag = coalesce(?2, etag), last_modified = coalesce(?3, last_modified),
                    last_attempt = ?4, last_success = ?4, last_error = NULL, error_count = 0
                WHERE feed = ?1
                """, feed, etag, lastModified, now)
            return ((), [.feed(feed)])
        }
    }

    /// Notes why a feed could not be fetched, in words for the person.
    package func noteFailure(_ reason: String, for feed: FeedID, at now: Date) throws(LibraryFailure) {
        try write { database in
            try database.run(
                """
                INSERT INTO fetches (feed, last_attempt, last_error, error_count) VALUES (?, ?, ?, 1)
                ON CONFLICT (feed) DO UPDATE SET last_attempt = excluded.last_attempt,
                    last_error = excluded.last_error, error_count = error_count + 1
                """, feed, now, reason)
            return ((), [.feed(feed)])
        }
    }
}

extension Database {
    fileprivate func store(_ parsed: ParsedFeed, in feed: FeedID, at now: Date) throws -> Stored {
        var stored = Stored()
        var seen: Set<ItemIdentity> = []
        // Feeds put what is newest first: of an item that comes twice the first counts, and of items without dates
        // the first is stored last, to be the newest.
        let items = parsed.items.map { ($0, $0.identity) }.filter { seen.insert($0.1).inserted }
        for (item, identity) in items.reversed() {
            try store(item, identity, in: feed, at: now, counting: &stored)
        }
        try run(
            """
            UPDATE feeds SET title = ?, site = ?, description = ?, image = ?, language = ?,
                unread = unread + ?, total = total + ?, newest_item = coalesce(?, newest_item)
            WHERE id = ?
            """,
            parsed.title, parsed.link, parsed.description, parsed.image, parsed.language,
            stored.new, stored.new, stored.newestItem, feed)
        if stored.new > 0 {
            try run("UPDATE totals SET items = items + ?1, unread = unread + ?1", stored.new)
        }
        return stored
    }

    private func store(
        _ item: ParsedItem, _ identity: ItemIdentity, in feed: FeedID, at now: Date, counting stored: inout Stored
    ) throws {
        let revision = item.revision
        let known = try first("SELECT id, revision FROM items WHERE feed = ? AND identity = ?", feed, identity) {
            (id: ItemID($0.integer(0)), revision: $0.integer(1))
        }
        guard let known else {
            stored.newestItem = try insert(item, identity, revision, in: feed, at: now)
            stored.new += 1
            return
        }
        guard known.revision != revision else { return }
        try update(known.id, to: item, revision)
        stored.changed += 1
    }

    private func insert(
        _ item: ParsedItem, _ identity: ItemIdentity, _ revision: Int64, in feed: FeedID, at now: Date
    ) throws -> ItemID {
        try run(
            "INSERT INTO items (feed, identity, revision, title, link, author, added) VALUES (?, ?, ?, ?, ?, ?, ?)",
            feed, identity, revision, item.storedTitle, item.link, item.authorLine, now)
        let id = ItemID(lastInsertRowID)
        // A date to come would stay above everything that is really new.
        let date = min(item.published ?? item.updated ?? now, now)
        try run("INSERT INTO states (item, feed, date) VALUES (?, ?, ?)", id, feed, date)
        try run("INSERT INTO contents (item, html) VALUES (?, ?)", id, item.content ?? item.summary ?? "")
        return id
    }

    private func update(_ id: ItemID, to item: ParsedItem, _ revision: Int64) throws {
        try run(
            "UPDATE items SET revision = ?, title = ?, link = ?, author = ? WHERE id = ?",
            revision, item.storedTitle, item.link, item.authorLine, id)
        try run("UPDATE contents SET html = ? WHERE item = ?", item.content ?? item.summary ?? "", id)
    }
}

extension ParsedItem {
    /// Lists show many titles at once, and one of a megabyte would hold them all up.
    fileprivate var storedTitle: String { String((title ?? "").unicodeScalars.prefix(1000)) }

    fileprivate var authorLine: String? { authors.isEmpty ? nil : authors.joined(separator: ", ") }
}

import SQLite

/// The statements for storing, prepared once for a batch.
struct StoringStatements {
    private let database: Database
    let findFeed: Statement
    let findItem: Statement
    let findSameLink: Statement
    let findSameKey: Statement
    let insertItem: Statement
    let insertState: Statement
    let insertContent: Statement
    let insertEnclosure: Statement
    let insertCategory: Statement
    let updateItem: Statement
    let updateContent: Statement
    let updateIdentity: Statement
    let updateGuid: Statement
    let deleteEnclosures: Statement
    let deleteCategories: Statement
    let addToDay: Statement
    let describeFeed: Statement
    let countNew: Statement
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

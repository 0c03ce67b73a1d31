import FoundationEssentials
import SQLite

extension Migration {
    /// State apart from the items, so that a mark of 100,000 touches little; user actions in a journal; and everything
    /// that a feed can say.
    static let secondSchema = Migration { database in
        try database.execute("ALTER TABLE feeds RENAME TO old_feeds")
        try database.execute("ALTER TABLE items RENAME TO old_items")
        try database.execute("ALTER TABLE contents RENAME TO old_contents")
        try database.execute("DROP INDEX items_by_feed_and_date")
        try database.execute("DROP INDEX items_by_date")
        try database.execute(feeds + items + marks)
        try database.copyFirstSchema()
        try database.execute("DROP TABLE old_contents; DROP TABLE old_items; DROP TABLE old_feeds")
    }

    // The results of fetching are apart, because every refresh writes them.
    private static let feeds = """
        CREATE TABLE feeds (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            url TEXT NOT NULL UNIQUE,
            position INTEGER NOT NULL,
            is_subscribed INTEGER NOT NULL DEFAULT 1,
            -- What the person calls it.
            own_title TEXT,
            title TEXT,
            site TEXT,
            description TEXT,
            image TEXT,
            language TEXT,
            -- Whether what it has in common with other feeds is shown once.
            folds_copies INTEGER NOT NULL DEFAULT 1,
            unread INTEGER NOT NULL DEFAULT 0,
            total INTEGER NOT NULL DEFAULT 0,
            newest_item INTEGER
        );
        CREATE TABLE feed_tags (
            feed INTEGER NOT NULL REFERENCES feeds ON DELETE CASCADE,
            tag TEXT NOT NULL,
            PRIMARY KEY (feed, tag)
        ) WITHOUT ROWID;
        CREATE INDEX feeds_by_tag ON feed_tags (tag, feed);
        CREATE TABLE fetches (
            feed INTEGER PRIMARY KEY REFERENCES feeds ON DELETE CASCADE,
            etag TEXT,
            last_modified TEXT,
            -- What the last document hashed to, so that the same one is not parsed again.
            body_hash INTEGER,
            last_attempt INTEGER,
            last_success INTEGER,
            last_error TEXT,
            -- How many times in a row it failed.
            error_count INTEGER NOT NULL DEFAULT 0,
            next_due INTEGER,
            -- The items that the last document held: retention lets them be, or they would come again.
            held_items BLOB
        );
        -- How many items a feed brought, by the day (since 1970, UTC) of the item.
        CREATE TABLE feed_days (
            feed INTEGER NOT NULL REFERENCES feeds ON DELETE CASCADE,
            day INTEGER NOT NULL,
            items INTEGER NOT NULL,
            PRIMARY KEY (feed, day)
        ) WITHOUT ROWID;

        """

    // Data for lists is apart from the text, so that lists never read texts. Identities and links are hashes: as text
    // they would be most of the file. AUTOINCREMENT ensures that an item's number is never reused, since marking all
    // read uses it as “up to here”.
    private static let items = """
        CREATE TABLE items (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            feed INTEGER NOT NULL REFERENCES feeds ON DELETE CASCADE,
            identity INTEGER NOT NULL,
            revision INTEGER NOT NULL,
            title TEXT NOT NULL,
            link TEXT,
            author TEXT,
            added INTEGER NOT NULL,
            -- Of the canonical link and of the text's beginning: what copies in other feeds have in common.
            link_key INTEGER,
            text_key INTEGER
        );
        CREATE UNIQUE INDEX items_by_identity ON items (feed, identity);
        CREATE INDEX items_by_link ON items (link_key) WHERE link_key IS NOT NULL;
        CREATE INDEX items_by_text ON items (text_key) WHERE text_key IS NOT NULL;
        CREATE TABLE contents (
            item INTEGER PRIMARY KEY REFERENCES items ON DELETE CASCADE,
            html TEXT NOT NULL,
            -- What the feed itself knows the item by.
            guid TEXT,
            published INTEGER,
            updated INTEGER,
            language TEXT,
            image TEXT,
            comments_link TEXT,
            comments_feed TEXT,
            comments_count INTEGER,
            source_title TEXT,
            source_link TEXT,
            duration INTEGER,
            season INTEGER,
            episode INTEGER,
            chapters TEXT,
            latitude REAL,
            longitude REAL,
            in_reply_to TEXT
        );
        CREATE TABLE enclosures (
            item INTEGER NOT NULL REFERENCES items ON DELETE CASCADE,
            position INTEGER NOT NULL,
            url TEXT NOT NULL,
            type TEXT,
            length INTEGER,
            -- A transcript has a language and no length.
            is_transcript INTEGER NOT NULL DEFAULT 0,
            language TEXT,
            PRIMARY KEY (item, position)
        ) WITHOUT ROWID;
        CREATE TABLE categories (
            item INTEGER NOT NULL REFERENCES items ON DELETE CASCADE,
            position INTEGER NOT NULL,
            name TEXT NOT NULL,
            scheme TEXT,
            PRIMARY KEY (item, position)
        ) WITHOUT ROWID;

        """

    // Every list is an index over the states, of which a mark of 100,000 changes at most two.
    private static let marks = """
        CREATE TABLE states (
            item INTEGER PRIMARY KEY REFERENCES items ON DELETE CASCADE,
            feed INTEGER NOT NULL,
            -- When it was published; when it came where the feed says nothing or a time to come.
            date INTEGER NOT NULL,
            is_read INTEGER NOT NULL DEFAULT 0,
            is_deleted INTEGER NOT NULL DEFAULT 0,
            -- Whether lists over several feeds show it: it isn't deleted, no copy of one shown, and its feed is
            -- subscribed to.
            is_listed INTEGER NOT NULL DEFAULT 1,
            -- When it was marked last; they stay when the mark is taken away.
            read_at INTEGER,
            starred_at INTEGER,
            is_starred INTEGER NOT NULL DEFAULT 0
        );
        -- What each of them asks for comes first in it, so that SQLite finds all that a page needs in the index itself;
        -- the number of the item ends every index by itself.
        CREATE INDEX listed ON states (is_listed, date) WHERE is_listed = 1;
        CREATE INDEX listed_in_feed ON states (feed, is_deleted, date) WHERE is_deleted = 0;
        CREATE INDEX unread ON states (is_listed, is_read, date) WHERE is_listed = 1 AND is_read = 0;
        CREATE INDEX unread_in_feed ON states (feed, is_deleted, is_read, date) WHERE is_deleted = 0 AND is_read = 0;
        CREATE INDEX starred ON states (is_starred, is_listed, date) WHERE is_starred = 1 AND is_listed = 1;
        CREATE INDEX unread_starred ON states (is_starred, is_listed, is_read, date)
            WHERE is_starred = 1 AND is_listed = 1 AND is_read = 0;
        -- Of everything that is listed: kept, not counted.
        CREATE TABLE totals (items INTEGER NOT NULL, unread INTEGER NOT NULL, starred INTEGER NOT NULL);
        INSERT INTO totals VALUES (0, 0, 0);
        CREATE TABLE item_tags (
            item INTEGER NOT NULL REFERENCES items ON DELETE CASCADE,
            tag TEXT NOT NULL,
            -- That of the item, so that the list of a tag is an index too.
            date INTEGER NOT NULL,
            PRIMARY KEY (item, tag)
        ) WITHOUT ROWID;
        CREATE INDEX items_by_tag ON item_tags (tag, date, item);
        -- The same article in several feeds: its items, all of them, share a story, which is named after the first it had.
        CREATE TABLE copies (
            item INTEGER PRIMARY KEY REFERENCES items ON DELETE CASCADE,
            story INTEGER NOT NULL
        );
        CREATE INDEX copies_by_story ON copies (story);
        -- What the person did, step by step, with the items that it changed.
        CREATE TABLE journal (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            kind TEXT NOT NULL,
            detail TEXT,
            began INTEGER NOT NULL,
            ended INTEGER NOT NULL,
            items BLOB NOT NULL,
            is_undone INTEGER NOT NULL DEFAULT 0
        );
        CREATE TABLE settings (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;

        """
}

extension Database {
    fileprivate func copyFirstSchema() throws {
        try execute(
            """
            INSERT INTO feeds (id, url, position, is_subscribed, title, site, unread, total, newest_item)
                SELECT id, url, position, is_subscribed, title, site, unread, total, newest_item FROM old_feeds;
            INSERT INTO fetches (feed, etag, last_modified, last_success, last_error, error_count)
                SELECT id, etag, last_modified, CAST(last_success * 1000 AS INTEGER), last_error, last_error IS NOT NULL
                FROM old_feeds;
            """)
        let insert = try statement(
            """
            INSERT INTO items (id, feed, identity, revision, title, link, author, added) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """)
        let items = """
            SELECT id, feed, identity, title, link, author, date, html FROM old_items JOIN old_contents ON item = id
            """
        try each(items) { row in
            // Old revisions match no current one, so the next refresh stores what was missing.
            try insert.run(
                row.integer(0), row.integer(1), ItemIdentity(firstSchema: row.text(2), html: row.text(7)), 0,
                row.text(3), row.optionalText(4), row.optionalText(5), Date(timeIntervalSince1970: row.real(6)))
        }
        try execute(
            """
            INSERT INTO contents (item, html) SELECT item, html FROM old_contents;
            INSERT INTO states (item, feed, date, is_read, is_listed)
                SELECT old_items.id, feed, CAST(date * 1000 AS INTEGER), is_read, is_subscribed
                FROM old_items JOIN feeds ON feeds.id = feed;
            INSERT INTO feed_days SELECT feed, date / 86400000, count(*) FROM states GROUP BY 1, 2;
            UPDATE totals SET items = (SELECT count(*) FROM states WHERE is_listed),
                unread = (SELECT count(*) FROM states WHERE is_listed AND NOT is_read);
            """)
    }
}

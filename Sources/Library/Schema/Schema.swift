import SQLite

extension Migration {
    /// All migrations of the schema. Never edit one that has shipped; add a new one.
    static let all = [
        firstSchema, secondSchema, searchSchema, scheduleSchema, filterSchema, followingSchema, failingSchema,
        quotaSchema, sealingSchema, storySchema, fullTextSchema, pageRequestSchema, syncingSchema,
        pictureSchema, folderSchema
    ]

    // The first version: feeds, items and their texts.
    private static let firstSchema = Migration(
        """
        CREATE TABLE feeds (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            url TEXT NOT NULL UNIQUE,
            position INTEGER NOT NULL,
            is_subscribed INTEGER NOT NULL DEFAULT 1,
            title TEXT,
            site TEXT,
            unread INTEGER NOT NULL DEFAULT 0,
            total INTEGER NOT NULL DEFAULT 0,
            newest_item INTEGER,
            etag TEXT,
            last_modified TEXT,
            last_success REAL,
            last_error TEXT
        );
        CREATE TABLE items (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            feed INTEGER NOT NULL REFERENCES feeds ON DELETE CASCADE,
            identity TEXT NOT NULL,
            revision INTEGER NOT NULL,
            title TEXT NOT NULL,
            link TEXT,
            author TEXT,
            date REAL NOT NULL,
            is_read INTEGER NOT NULL DEFAULT 0,
            UNIQUE (feed, identity)
        );
        CREATE INDEX items_by_feed_and_date ON items (feed, date DESC, id DESC);
        CREATE INDEX items_by_date ON items (date DESC, id DESC);
        CREATE TABLE contents (
            item INTEGER PRIMARY KEY REFERENCES items ON DELETE CASCADE,
            html TEXT NOT NULL
        );
        """)
}

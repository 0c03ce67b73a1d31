import SQLite

extension Migration {
    /// The articles of items' web pages.
    static let fullTextSchema = Migration(
        """
        CREATE TABLE full_texts (
            item INTEGER PRIMARY KEY REFERENCES items ON DELETE CASCADE,
            -- When the page was fetched, and when its text was read last, in milliseconds since 1970.
            fetched INTEGER NOT NULL,
            used INTEGER NOT NULL,
            -- Of the text; 0 if the page has no article.
            bytes INTEGER NOT NULL,
            letters INTEGER NOT NULL,
            is_preloaded INTEGER NOT NULL,
            url TEXT NOT NULL,
            -- Why this part of the page is the article, or why there is none.
            reason TEXT NOT NULL,
            title TEXT,
            byline TEXT,
            etag TEXT,
            last_modified TEXT,
            html TEXT NOT NULL
        );
        CREATE INDEX full_texts_by_use ON full_texts (used, bytes);
        -- Hashes of the blocks of a page, for the last pages of each feed: what they share is no article's.
        CREATE TABLE page_blocks (
            item INTEGER PRIMARY KEY REFERENCES full_texts ON DELETE CASCADE,
            feed INTEGER NOT NULL REFERENCES feeds ON DELETE CASCADE,
            blocks BLOB NOT NULL
        );
        CREATE INDEX page_blocks_by_feed ON page_blocks (feed);
        CREATE TRIGGER full_text_added AFTER INSERT ON full_texts BEGIN
            INSERT INTO search_changes (item) VALUES (new.item) ON CONFLICT (item) DO UPDATE SET is_due = 1;
        END;
        CREATE TRIGGER full_text_changed AFTER UPDATE OF html ON full_texts WHEN old.html <> new.html BEGIN
            INSERT INTO search_changes (item) VALUES (new.item) ON CONFLICT (item) DO UPDATE SET is_due = 1;
        END;
        CREATE TRIGGER full_text_removed AFTER DELETE ON full_texts
        WHEN EXISTS (SELECT 1 FROM items WHERE id = old.item) BEGIN
            INSERT INTO search_changes (item) VALUES (old.item) ON CONFLICT (item) DO UPDATE SET is_due = 1;
        END;
        """)
}

import SQLite

extension Migration {
    /// Pages that lede doesn't have: those that the user waits for, and those that it couldn't fetch.
    static let pageRequestSchema = Migration(
        """
        CREATE TABLE page_requests (
            item INTEGER PRIMARY KEY REFERENCES items ON DELETE CASCADE,
            is_wanted INTEGER NOT NULL,
            -- In a row, and when lede may try again by itself, in milliseconds since 1970.
            failures INTEGER NOT NULL,
            due INTEGER NOT NULL
        );
        -- Articles are long, so whatever only counts them reads these.
        DROP INDEX full_texts_by_use;
        CREATE INDEX full_texts_by_use ON full_texts (used, bytes, is_preloaded);
        CREATE INDEX full_texts_found ON full_texts (item) WHERE bytes > 0;
        """)
}

import SQLite

extension Migration {
    /// The amount of text that a feed has brought, so that a quota check needn't read its items.
    static let quotaSchema = Migration(
        """
        -- The bytes that came since the feed's items were measured last, with what there was then.
        ALTER TABLE fetches ADD COLUMN text_bytes INTEGER NOT NULL DEFAULT 0;
        -- When items were deleted last as there was too much.
        ALTER TABLE fetches ADD COLUMN trimmed_at INTEGER;
        """)
}

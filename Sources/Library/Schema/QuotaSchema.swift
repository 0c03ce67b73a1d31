import SQLite

extension Migration {
    /// How much text a feed has brought, so that nobody has to go through its items to see whether that is too much.
    static let quotaSchema = Migration(
        """
        -- The bytes that came since the feed's items were measured last, with what there was then.
        ALTER TABLE fetches ADD COLUMN text_bytes INTEGER NOT NULL DEFAULT 0;
        -- When items were deleted last as there was too much.
        ALTER TABLE fetches ADD COLUMN trimmed_at INTEGER;
        """)
}

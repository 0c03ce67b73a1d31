import SQLite

extension Migration {
    /// Which item of several copies is on its feed's own site.
    static let storySchema = Migration("ALTER TABLE copies ADD COLUMN is_home INTEGER NOT NULL DEFAULT 0;")
}

import SQLite

extension Migration {
    /// What kind of failure the last one of a feed was, by which the person is told what to do about it.
    static let failingSchema = Migration("ALTER TABLE fetches ADD COLUMN failing TEXT;")
}

import SQLite

extension Migration {
    /// The kind of a feed's last failure, which decides the advice to the user.
    static let failingSchema = Migration("ALTER TABLE fetches ADD COLUMN failing TEXT;")
}

import SQLite

extension Migration {
    /// By what a step that holds lines of the urls file is known to be this installation's own (`StepSeal`).
    static let sealingSchema = Migration("ALTER TABLE journal ADD COLUMN seal BLOB;")
}

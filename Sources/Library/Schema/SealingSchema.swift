import SQLite

extension Migration {
    /// The seals that identify this installation's own steps with lines of the urls file (`StepSeal`).
    static let sealingSchema = Migration("ALTER TABLE journal ADD COLUMN seal BLOB;")
}

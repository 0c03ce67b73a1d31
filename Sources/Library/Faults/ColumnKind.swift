import SQLite

/// What a column of a library may hold, by the words that lede's own schema has for it.
///
/// SQLite keeps to a column's type where it can, and keeps anything where it can't.
enum ColumnKind {
    case integer
    /// The number of a row, or of the row in another table that this one goes with.
    case number
    case flag
    case real
    case text
    case blob

    /// Numbers of items share theirs with the editions of texts.
    private static let numbers = 1...(Int64(1) << SearchText.editionShift - 1)

    /// Nil for a type that no table of lede's has.
    init?(name: String, type: String, isKey: Bool) {
        switch type {
        case "INTEGER" where name.hasPrefix("is_"): self = .flag
        case "INTEGER" where isKey && name == "id": self = .number
        case "INTEGER" where ["item", "feed"].contains(name): self = .number
        case "INTEGER": self = .integer
        case "REAL": self = .real
        case "TEXT": self = .text
        case "BLOB": self = .blob
        default: return nil
        }
    }

    /// Whether a row may hold the value there. Where it may not be NULL, the table itself says so.
    func admits(_ value: Value) -> Bool {
        switch (self, value) {
        case (_, .null), (.integer, .integer), (.real, .real), (.real, .integer), (.text, .text), (.blob, .blob): true
        case (.number, .integer(let number)): Self.numbers.contains(number)
        case (.flag, .integer(let flag)): (0...1).contains(flag)
        default: false
        }
    }
}

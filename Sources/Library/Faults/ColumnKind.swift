import SQLite

/// What a column of a library may contain, by its type in lede's schema.
///
/// SQLite converts values to a column's type if possible, but stores any value.
enum ColumnKind {
    case integer
    /// A row number, of this row or of a related row in another table.
    case number
    case flag
    case real
    case text
    case blob
    /// An item's id on a server.
    case serverID

    /// Row numbers of items, which editions of texts share.
    private static let numbers = 1...(Int64(1) << SearchText.editionShift - 1)

    /// Fails for a type that no table of lede has.
    init?(name: String, type: String, isKey: Bool) {
        switch type {
        case "INTEGER" where name.hasPrefix("is_"): self = .flag
        case "INTEGER" where isKey && name == "id": self = .number
        case "INTEGER" where ["item", "feed"].contains(name): self = .number
        case "INTEGER": self = .integer
        case "REAL": self = .real
        case "TEXT": self = .text
        case "BLOB" where name == "server_id": self = .serverID
        case "BLOB": self = .blob
        default: return nil
        }
    }

    /// Whether a row may have the value there. The table itself refuses NULL if it must.
    func admits(_ value: Value) -> Bool {
        switch (self, value) {
        case (_, .null), (.integer, .integer), (.real, .real), (.real, .integer), (.text, .text), (.blob, .blob),
            (.serverID, .integer), (.serverID, .text):
            true
        case (.number, .integer(let number)): Self.numbers.contains(number)
        case (.flag, .integer(let flag)): (0...1).contains(flag)
        default: false
        }
    }
}

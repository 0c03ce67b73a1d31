import SQLite

/// What the file itself has to remember of the person's settings, as every process that writes to it goes by it.
enum Setting: String {
    /// Whether copies are folded: 0 where they aren't.
    case foldsCopies = "folds_copies"
    /// The last item that a changed setting of folding has been applied to; there while it is not to all.
    case foldedUpTo = "folded_up_to"
    /// The hash of the urls file whose feeds the subscriptions are; gone when a subscription changes.
    case followedFile = "followed_file"
    /// How often items were marked.
    case markings
}

extension Database {
    /// How often items were marked.
    var markings: Int64 {
        get throws { try setting(.markings) ?? 0 }
    }

    /// These changes with the numbers of the marks among them.
    func numbering(_ changes: [LibraryChange]) throws -> [LibraryChange] {
        try changes.map { change in
            guard case .marked(let mark, let items, _) = change else { return change }
            // A damaged library may have any number there.
            let number = max(try markings, 0) % .max + 1
            try set(.markings, to: number)
            return .marked(mark, items, number: number)
        }
    }

    func setting(_ setting: Setting) throws -> Int64? {
        try first("SELECT value FROM settings WHERE name = ?", setting.rawValue) { $0.integer(0) }
    }

    func set(_ setting: Setting, to value: Int64?) throws {
        guard let value else {
            try run("DELETE FROM settings WHERE name = ?", setting.rawValue)
            return
        }
        try run("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)", setting.rawValue, value)
    }
}

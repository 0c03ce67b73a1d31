import SQLite

/// Settings that the file itself must remember, because every process that writes to it follows them.
enum StoredSetting: String {
    /// Whether copies are folded; 0 for no.
    case foldsCopies = "folds_copies"
    /// The last item that a changed folding setting has been applied to; present only while that isn't finished.
    case foldedUpTo = "folded_up_to"
    /// The hash of the urls file that the subscriptions follow; removed when a subscription changes.
    case followedFile = "followed_file"
    /// The number of marks so far.
    case markings
}

extension Database {
    /// The number of marks so far.
    var markings: Int64 {
        get throws { try setting(.markings) ?? 0 }
    }

    /// These changes with the marks' numbers filled in.
    func numbering(_ changes: [LibraryChange]) throws -> [LibraryChange] {
        try changes.map { change in
            guard case .marked(let mark, let items, _) = change else { return change }
            // A damaged library may have any number there.
            let number = max(try markings, 0) % .max + 1
            try set(.markings, to: number)
            return .marked(mark, items, number: number)
        }
    }

    func setting(_ setting: StoredSetting) throws -> Int64? {
        try first("SELECT value FROM settings WHERE name = ?", setting.rawValue) { $0.integer(0) }
    }

    func set(_ setting: StoredSetting, to value: Int64?) throws {
        guard let value else {
            try run("DELETE FROM settings WHERE name = ?", setting.rawValue)
            return
        }
        try run("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)", setting.rawValue, value)
    }
}

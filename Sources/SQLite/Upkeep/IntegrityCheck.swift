/// How closely a file is looked at.
package enum IntegrityCheck: String, Sendable {
    /// The pages and the rows.
    case quick = "quick_check"
    /// Every index beside its table too, which takes several times as long.
    case full = "integrity_check"
}

extension Database {
    /// What is wrong with the file, in SQLite's words and `limit` lines at most: nothing where all is well.
    package func problems(_ check: IntegrityCheck, limit: Int = 100) throws -> [String] {
        var found: [String] = []
        do {
            try each("PRAGMA \(check.rawValue)(\(limit))") { found.append($0.text(0)) }
        } catch let error as SQLiteError where error.reason == .damaged {
            // The damage is such that not even the looking can go on.
            found.append(error.message)
        }
        return found == ["ok"] ? [] : found
    }
}

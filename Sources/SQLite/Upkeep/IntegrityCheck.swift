/// How thoroughly to check a file.
package enum IntegrityCheck: String, Sendable {
    /// Checks the pages and the rows.
    case quick = "quick_check"
    /// Also compares every index with its table, which takes several times as long.
    case full = "integrity_check"
}

extension Database {
    /// Returns the file's problems in SQLite's words, at most `limit` lines; none if it is sound.
    package func problems(_ check: IntegrityCheck, limit: Int = 100) throws -> [String] {
        var found: [String] = []
        do {
            try each("PRAGMA \(check.rawValue)(\(limit))") { found.append($0.text(0)) }
        } catch let error as SQLiteError where error.reason == .damaged {
            // The damage prevents the check itself from finishing.
            found.append(error.message)
        }
        return found == ["ok"] ? [] : found
    }
}

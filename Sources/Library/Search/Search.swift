import FoundationEssentials
import SQLite

/// One search, on one connection.
struct Search {
    /// Of more the newest are ranked.
    static let mostMatches = 20_000

    enum End: Error {
        case enough
    }

    let database: Database
    let query: SearchQuery
    let limit: Int
    let now: Date
    let filter: SearchFilter

    init(_ query: SearchQuery, limit: Int, now: Date, in database: Database) throws {
        self.database = database
        self.query = query
        self.limit = limit
        self.now = now
        filter = try SearchFilter(query.conditions, in: database)
    }

    /// The best answer that can be had before the interruption.
    func results(before interruption: Interruption) throws -> SearchResults {
        var results = SearchResults(items: [], matches: 0, isComplete: true, unindexed: try database.unindexedItems())
        guard !query.isEmpty, limit > 0 else { return results }
        let found =
            if let match = query.match {
                try ranked(match, before: interruption, &results)
            } else {
                try newest(before: interruption, &results)
            }
        let item = try database.statement(
            "SELECT \(Item.columns) FROM states JOIN items ON items.id = states.item WHERE states.item = ?")
        results.items = try found.compactMap { try item.first($0) { Item($0) } }
        return results
    }

    /// Runs what may be cut short, and tells whether it was.
    func wasCut(by interruption: Interruption, _ body: () throws -> Void) throws -> Bool {
        do {
            try database.interruptible(by: interruption, body)
            return false
        } catch let error as SQLiteError where error.reason == .interrupted {
            return true
        } catch End.enough {
            return true
        }
    }
}

extension Span where Element == UInt8 {
    /// Whether each of these is how a word of the text begins.
    func hasWords(beginningWith prefixes: [[UInt8]]) -> Bool {
        var missing = prefixes
        WordScanner.scan(self, isQuery: false) { word, _ in
            missing.removeAll { word.starts(with: $0) }
        }
        return missing.isEmpty
    }
}

import FoundationEssentials
import SQLite

/// One search, on one connection, which can continue after an interruption.
struct Search {
    /// With more matches, the newest are ranked.
    static let mostMatches = 20_000

    /// How it ended.
    enum Ending {
        case everythingSeen
        case enoughFound
        case interrupted
    }

    /// Ends a statement of which enough was read.
    struct Enough: Error {}

    let database: Database
    let query: SearchQuery
    let limit: Int
    let now: Date
    let filter: SearchFilter
    let unindexed: Int
    /// How the last look for results ended.
    var ending = Ending.everythingSeen
    /// The progress of searches with words, and of those without.
    var ranking = Ranking()
    var listing = NewestFirst()
    var titles = RareTitles()

    init(_ query: SearchQuery, limit: Int, now: Date, in database: Database) throws {
        self.database = database
        self.query = query
        self.limit = limit
        self.now = now
        filter = try SearchFilter(query.conditions, in: database)
        unindexed = try database.unindexedItems()
    }

    /// The best results before the interruption.
    mutating func results(before interruption: Interruption) throws -> SearchResults {
        var results = SearchResults(items: [], matches: 0, isComplete: true, unindexed: unindexed)
        guard !query.isEmpty, limit > 0 else { return results }
        let found: [ItemID]
        (found, results.matches) =
            if let match = query.match {
                try ranked(match, before: interruption)
            } else {
                try newest(before: interruption)
            }
        let item = try database.statement(
            "SELECT \(Item.columns) FROM states JOIN items ON items.id = states.item WHERE states.item = ?")
        results.isComplete = ending == .everythingSeen
        results.items = try found.compactMap { try item.first($0) { Item($0) } }
        return results
    }

    /// Runs work that may be interrupted.
    func run(before interruption: Interruption, _ body: () throws -> Void) throws -> Ending {
        do {
            try database.interruptible(by: interruption, body)
            return .everythingSeen
        } catch let error as SQLiteError where error.reason == .interrupted {
            return .interrupted
        } catch is Enough {
            return .enoughFound
        }
    }
}

import FoundationEssentials
import SQLite

/// One search, on one connection.
struct Search {
    /// Of more the newest are ranked.
    static let mostMatches = 20_000
    /// A word in the title counts for so many in the text.
    private static let weights = "8.0, 3.0, 1.0"

    private enum End: Error {
        case enough
    }

    private let database: Database
    private let query: SearchQuery
    private let limit: Int
    private let now: Date
    private let filter: SearchFilter

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
    private func wasCut(by interruption: Interruption, _ body: () throws -> Void) throws -> Bool {
        do {
            try database.interruptible(by: interruption, body)
            return false
        } catch let error as SQLiteError where error.reason == .interrupted {
            return true
        } catch End.enough {
            return true
        }
    }

    // MARK: By words

    private func ranked(
        _ match: String, before interruption: Interruption, _ results: inout SearchResults
    ) throws -> [ItemID] {
        var volumes: [(ranking: SearchRanking, texts: Int)] = []
        for (volume, texts) in try database.searchVolumes() {
            var ranking = SearchRanking(limit: limit, now: now)
            let left = Self.mostMatches - results.matches
            let isCut = try wasCut(by: interruption) { try add(match, in: volume, atMost: left, to: &ranking) }
            volumes.append((ranking, texts))
            results.matches += ranking.count
            if isCut || results.matches >= Self.mostMatches {
                results.isComplete = false
                break
            }
        }
        return SearchRanking.best(limit, of: volumes).map(\.item)
    }

    private func add(
        _ match: String, in volume: SearchVolume, atMost count: Int, to ranking: inout SearchRanking
    ) throws {
        let table = volume.table
        let prefixes = query.titlePrefixes
        try database.each(
            """
            SELECT states.item, bm25(\(table), \(Self.weights)), date\(prefixes.isEmpty ? "" : ", items.title")
            FROM \(table) CROSS JOIN states ON states.item = \(SearchText.item("\(table).rowid"))
                \(prefixes.isEmpty ? "" : "CROSS JOIN items ON items.id = states.item")
                LEFT JOIN search_changes ON search_changes.item = states.item
            WHERE \(table) MATCH ? AND \(SearchText.edition("\(table).rowid")) = coalesce(edition, 0) AND \(filter.sql)
            ORDER BY \(table).rowid DESC LIMIT ?
            """, match, Each(filter.values), count
        ) { row in
            guard prefixes.isEmpty || row.withText(3, { $0.hasWords(beginningWith: prefixes) }) else { return }
            ranking.add(ItemID(row.integer(0)), rank: row.real(1), date: row.integer(2))
        }
    }

    // MARK: By date

    /// The newest items that fulfil the conditions: where no word can be asked for, there is nothing to rank by.
    private func newest(before interruption: Interruption, _ results: inout SearchResults) throws -> [ItemID] {
        let prefixes = query.titlePrefixes
        var found: [ItemID] = []
        let isCut = try wasCut(by: interruption) {
            try database.each(
                """
                SELECT states.item\(prefixes.isEmpty ? "" : ", title FROM states JOIN items ON items.id = states.item")
                \(prefixes.isEmpty ? "FROM states" : "") WHERE \(filter.sql) ORDER BY date DESC, states.item DESC
                """, Each(filter.values)
            ) { row in
                let item = ItemID(row.integer(0))
                guard prefixes.isEmpty || row.withText(1, { $0.hasWords(beginningWith: prefixes) }) else { return }
                guard try !isExcluded(item) else { return }
                guard found.count < limit else { throw End.enough }
                found.append(item)
            }
        }
        results.matches = found.count
        results.isComplete = !isCut
        return found
    }

    private func isExcluded(_ item: ItemID) throws -> Bool {
        guard let match = query.excludedMatch else { return false }
        let table = SearchVolume(of: item).table
        guard try database.first("SELECT 1 FROM sqlite_schema WHERE name = ?", table, read: { _ in true }) != nil else {
            return false
        }
        let edition = try database.first("SELECT edition FROM search_changes WHERE item = ?", item) { $0.integer(0) }
        return try database.first(
            "SELECT 1 FROM \(table) WHERE \(table) MATCH ? AND rowid = ?", match,
            SearchText.number(of: item, edition: edition ?? 0)
        ) { _ in true } != nil
    }
}

extension Span where Element == UInt8 {
    /// Whether each of these is how a word of the text begins.
    fileprivate func hasWords(beginningWith prefixes: [[UInt8]]) -> Bool {
        var missing = prefixes
        WordScanner.scan(self, isQuery: false) { word, _ in
            missing.removeAll { word.starts(with: $0) }
        }
        return missing.isEmpty
    }
}

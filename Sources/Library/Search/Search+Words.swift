import FoundationEssentials
import SQLite

extension Search {
    /// A word in the title counts for so many in the text.
    private static let weights = "8.0, 3.0, 1.0"

    /// The best of what has the words.
    func ranked(
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
}

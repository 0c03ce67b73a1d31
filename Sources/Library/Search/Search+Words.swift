import FoundationEssentials
import SQLite

extension Search {
    /// The weight of a word in the title, compared with one in the text.
    private static let weights = "8.0, 3.0, 1.0"

    /// The results of each volume, newest first, and the number of volumes searched.
    struct Ranking {
        fileprivate struct Part {
            let volume: SearchVolume
            let texts: Int
            var found: SearchRanking
            /// The last text found, where the search continues.
            var last = Int64.max
        }

        /// Nil if none has begun.
        fileprivate var parts: [Part]?
        fileprivate var seen = 0
    }

    /// The best items with the words.
    mutating func ranked(
        _ match: String, before interruption: Interruption
    ) throws -> (items: [ItemID], matches: Int) {
        var parts = try ranking.parts ?? searchParts()
        var matches = parts.matches
        ending = .everythingSeen
        while ending == .everythingSeen, ranking.seen < parts.count {
            ending = try run(before: interruption) {
                try goOn(with: &parts[ranking.seen], match, atMost: Self.mostMatches - matches)
            }
            matches = parts.matches
            guard ending != .interrupted else { break }
            ranking.seen += 1
            if matches >= Self.mostMatches { ending = .enoughFound }
        }
        ranking.parts = parts
        let begun = parts.prefix(ranking.seen + (ending == .interrupted ? 1 : 0))
        return (SearchRanking.best(limit, of: begun.map { ($0.found, $0.texts) }).map(\.item), matches)
    }

    private func searchParts() throws -> [Ranking.Part] {
        try database.searchVolumes().map { volume, texts in
            Ranking.Part(volume: volume, texts: texts, found: SearchRanking(limit: limit, now: now))
        }
    }

    private func goOn(with part: inout Ranking.Part, _ match: String, atMost count: Int) throws {
        let table = part.volume.table
        let prefixes = query.titlePrefixes
        try database.each(
            """
            SELECT \(table).rowid, states.item, bm25(\(table), \(Self.weights)), date
                \(prefixes.isEmpty ? "" : ", items.title")
            FROM \(part.volume.matches) \(prefixes.isEmpty ? "" : "CROSS JOIN items ON items.id = states.item")
            WHERE \(table) MATCH ? AND \(table).rowid < ? AND \(part.volume.isCurrent) AND \(filter.sql)
            ORDER BY \(table).rowid DESC LIMIT ?
            """, match, part.last, Each(filter.values), count
        ) { row in
            part.last = row.integer(0)
            guard prefixes.isEmpty || row.withText(4, { $0.hasWords(beginningWith: prefixes) }) else { return }
            part.found.add(ItemID(row.integer(1)), rank: row.real(2), date: row.integer(3))
        }
    }
}

extension [Search.Ranking.Part] {
    fileprivate var matches: Int { reduce(0) { $0 + $1.found.count } }
}

import FoundationEssentials
import SQLite

extension Search {
    /// A word in the title counts for so many in the text.
    private static let weights = "8.0, 3.0, 1.0"

    /// What of the volumes was looked through.
    struct Ranking {
        fileprivate var volumes: [(ranking: SearchRanking, texts: Int)] = []
        /// Of those that are left; nil where none was begun.
        fileprivate var left: ArraySlice<(volume: SearchVolume, texts: Int)>?

        fileprivate var matches: Int { volumes.reduce(0) { $0 + $1.ranking.count } }
    }

    /// The best of what has the words.
    mutating func ranked(
        _ match: String, before interruption: Interruption
    ) throws -> (items: [ItemID], matches: Int) {
        var left = try ranking.left ?? database.searchVolumes()[...]
        defer { ranking.left = left }
        // A volume that was begun only is begun anew, if the search goes on.
        var begun: [(ranking: SearchRanking, texts: Int)] = []
        ending = .everythingSeen
        while ending == .everythingSeen, let (volume, texts) = left.first {
            var found = SearchRanking(limit: limit, now: now)
            let room = Self.mostMatches - ranking.matches
            ending = try run(before: interruption) { try add(match, in: volume, atMost: room, to: &found) }
            if ending == .interrupted {
                begun = [(found, texts)]
            } else {
                ranking.volumes.append((found, texts))
                left.removeFirst()
                if ranking.matches >= Self.mostMatches { ending = .enoughFound }
            }
        }
        let volumes = ranking.volumes + begun
        let matches = volumes.reduce(0) { $0 + $1.ranking.count }
        return (SearchRanking.best(limit, of: volumes).map(\.item), matches)
    }

    private func add(
        _ match: String, in volume: SearchVolume, atMost count: Int, to ranking: inout SearchRanking
    ) throws {
        let table = volume.table
        let prefixes = query.titlePrefixes
        try database.each(
            """
            SELECT states.item, bm25(\(table), \(Self.weights)), date\(prefixes.isEmpty ? "" : ", items.title")
            FROM \(volume.matches) \(prefixes.isEmpty ? "" : "CROSS JOIN items ON items.id = states.item")
            WHERE \(table) MATCH ? AND \(volume.isCurrent) AND \(filter.sql)
            ORDER BY \(table).rowid DESC LIMIT ?
            """, match, Each(filter.values), count
        ) { row in
            guard prefixes.isEmpty || row.withText(3, { $0.hasWords(beginningWith: prefixes) }) else { return }
            ranking.add(ItemID(row.integer(0)), rank: row.real(1), date: row.integer(2))
        }
    }
}

import FoundationEssentials
import Glibc

/// The best matches of a volume of the index.
struct SearchRanking {
    struct Match {
        let item: ItemID
        let score: Double
    }

    private let limit: Int
    private let now: Double
    private(set) var count = 0
    private var matches: [Match] = []

    init(limit: Int, now: Date) {
        self.limit = min(limit, Search.mostMatches)
        self.now = now.timeIntervalSince1970 * 1000
    }

    /// Adds a match with FTS5's score, a negative number, and its date in milliseconds.
    mutating func add(_ item: ItemID, rank: Double, date: Int64) {
        count += 1
        // New items count twice as much as old ones: half of the difference is gone in half a year.
        let age = max(now - Double(date), 0) / (183 * 86_400_000)
        matches.append(Match(item: item, score: -rank * (0.5 + 0.5 * exp2(-age))))
        if matches.count >= 2000 + 2 * limit { best() }
    }

    private mutating func best() {
        matches.sort { ($0.score, $0.item) > ($1.score, $1.item) }
        matches.removeLast(max(matches.count - limit, 0))
    }

    /// The best matches of all volumes, given the number of texts in each.
    ///
    /// A word's weight depends on how rare it is, which each volume judges for itself, and a volume of few texts judges
    /// badly. So this converts them to the weight in all volumes together.
    static func best(_ limit: Int, of volumes: [(ranking: SearchRanking, texts: Int)]) -> [Match] {
        let overall = weight(
            matches: volumes.reduce(0) { $0 + $1.ranking.count }, texts: volumes.reduce(0) { $0 + $1.texts })
        var all = SearchRanking(limit: limit, now: .distantPast)
        for (ranking, texts) in volumes {
            let factor = overall / weight(matches: ranking.count, texts: texts)
            all.matches += ranking.matches.map { Match(item: $0.item, score: $0.score * factor) }
        }
        all.best()
        return all.matches
    }

    /// As in FTS5's bm25.
    private static func weight(matches: Int, texts: Int) -> Double {
        let weight = log((Double(texts - matches) + 0.5) / (Double(matches) + 0.5))
        return weight > 0 ? weight : 1e-6
    }
}

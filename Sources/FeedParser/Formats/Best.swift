/// A value that several elements may give, in any order: the one closest to the point wins, and among equals the first.
struct Best<Value> {
    /// How close to the point a value is.
    enum Rank: Int {
        /// The format's own element for it.
        case own
        /// An element of another vocabulary that means the same, or the second choice of the format's own.
        case borrowed
        /// A value meant for something else that will do.
        case fallback
    }

    private(set) var value: Value?
    private var rank = Rank.fallback

    mutating func offer(_ candidate: Value?, as candidateRank: Rank = .own) {
        if let candidate { compare(candidate, candidateRank) }
    }

    private mutating func compare(_ candidate: Value, _ candidateRank: Rank) {
        guard value == nil || candidateRank.rawValue < rank.rawValue else { return }
        value = candidate
        rank = candidateRank
    }
}

extension Best<String> {
    /// Text counts only if there is something to read.
    mutating func offer(_ candidate: String?, as candidateRank: Rank = .own) {
        if let candidate = candidate?.unlessBlank { compare(candidate, candidateRank) }
    }
}

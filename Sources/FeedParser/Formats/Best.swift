import FoundationEssentials

/// How close to the point a value is.
enum Rank: UInt8, Comparable {
    /// The format's own element for it.
    case own
    /// An element of another vocabulary that means the same, or the second choice of the format's own.
    case borrowed
    /// A value meant for something else that will do.
    case fallback
    /// A value that will do where there is not even that.
    case lastResort

    static func < (left: Rank, right: Rank) -> Bool { left.rawValue < right.rawValue }
}

/// A value that several elements may give, in any order: the one closest to the point wins, and among equals the first.
struct Best<Value> {
    private(set) var value: Value?
    private var rank = Rank.lastResort

    mutating func offer(_ candidate: Value?, as candidateRank: Rank = .own) {
        guard let candidate, isWanted(candidateRank) else { return }
        value = candidate
        rank = candidateRank
    }

    /// Hands the value over, and has none any more.
    mutating func take() -> Value? { value.take() }

    /// Whether a value of this rank would be taken: making one costs time.
    func isWanted(_ candidateRank: Rank) -> Bool { value == nil || candidateRank < rank }
}

extension Best<Date> {
    /// Of dates that are equally close to the point the last counts, which is the one that was added later.
    mutating func offer(_ candidate: Date?, as candidateRank: Rank = .own) {
        guard let candidate, value == nil || candidateRank <= rank else { return }
        value = candidate
        rank = candidateRank
    }
}

extension Best<String> {
    /// Text counts only if there is something to read.
    mutating func offer(_ candidate: String?, as candidateRank: Rank = .own) {
        guard let candidate = candidate?.unlessBlank, isWanted(candidateRank) else { return }
        value = candidate
        rank = candidateRank
    }

    /// The same, but among equals the last wins.
    mutating func offerLast(_ candidate: String?, as candidateRank: Rank) {
        guard let candidate = candidate?.unlessBlank, value == nil || candidateRank <= rank else { return }
        value = candidate
        rank = candidateRank
    }
}

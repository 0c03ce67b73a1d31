import FoundationEssentials

/// How well a value fits.
enum Rank: UInt8, Comparable {
    /// The format's own element for it.
    case own
    /// Another vocabulary's element with the same meaning, or the format's own second choice.
    case borrowed
    /// A value with another purpose that can be used.
    case fallback
    /// A value to use if there is nothing else.
    case lastResort

    static func < (left: Rank, right: Rank) -> Bool { left.rawValue < right.rawValue }
}

/// A value that several elements may provide, in any order. The best rank wins, and among equals the first.
struct Best<Value> {
    private(set) var value: Value?
    private var rank = Rank.lastResort

    mutating func offer(_ candidate: Value?, as candidateRank: Rank = .own) {
        guard let candidate, isWanted(candidateRank) else { return }
        value = candidate
        rank = candidateRank
    }

    /// Returns the value and clears it.
    mutating func take() -> Value? { value.take() }

    /// Whether a value of this rank would be used, so that it is worth creating.
    func isWanted(_ candidateRank: Rank) -> Bool { value == nil || candidateRank < rank }
}

extension Best<Date> {
    /// Offers a date. Among equal ranks the last one counts, which was added later.
    mutating func offer(_ candidate: Date?, as candidateRank: Rank = .own) {
        guard let candidate, value == nil || candidateRank <= rank else { return }
        value = candidate
        rank = candidateRank
    }
}

extension Best<String> {
    /// Offers a text, unless it is blank.
    mutating func offer(_ candidate: String?, as candidateRank: Rank = .own) {
        guard let candidate = candidate?.unlessBlank, isWanted(candidateRank) else { return }
        value = candidate
        rank = candidateRank
    }

    /// Offers a text; among equal ranks the last one wins.
    mutating func offerLast(_ candidate: String?, as candidateRank: Rank) {
        guard let candidate = candidate?.unlessBlank, value == nil || candidateRank <= rank else { return }
        value = candidate
        rank = candidateRank
    }
}

import CLinux
import Glibc

/// A pattern as instructions. Running them takes time in proportion to their number and to the length of a text, whatever
/// both are: glibc's own matching may take as many steps as a pattern has combinations of places in it.
struct PatternProgram: PatternPart {
    enum Instruction {
        case character(UInt32)
        case anyCharacter
        case set(CharacterSet)
        case anchor(Anchor)
        /// Continues with the next instruction, and as many further on.
        case split(Int)
        case jump(Int)
    }

    enum Anchor {
        case start, end, wordEdge, noWordEdge, wordStart, wordEnd
    }

    /// After the last one, the pattern has matched.
    private(set) var instructions: [Instruction] = []

    static let empty = PatternProgram(instructions: [])

    init(_ instruction: Instruction) { instructions = [instruction] }

    private init(instructions: [Instruction]) { self.instructions = instructions }

    var grouped: PatternProgram { self }

    func followed(by next: PatternProgram) -> PatternProgram {
        PatternProgram(instructions: instructions + next.instructions)
    }

    func or(_ other: PatternProgram) -> PatternProgram {
        PatternProgram(
            instructions: [.split(instructions.count + 2)] + instructions + [.jump(other.instructions.count + 1)]
                + other.instructions)
    }

    func repeated(_ repetition: Repetition) -> PatternProgram {
        let count = instructions.count
        var all: [Instruction] = []
        for _ in 0..<repetition.least { all += instructions }
        if let most = repetition.most {
            let left = max(0, most - repetition.least)
            for copy in 0..<left { all += [.split((left - copy) * (count + 1))] + instructions }
        } else {
            all += [.split(count + 2)] + instructions + [.jump(-count - 1)]
        }
        return PatternProgram(instructions: all)
    }
}

/// Characters in brackets. All characters are compared in upper case, as glibc does to ignore case.
struct CharacterSet {
    private let isNegated: Bool
    private let ranges: [ClosedRange<UInt32>]
    private let classes: [wctype_t]
    /// Which characters of ASCII are in it.
    private var ascii: (UInt64, UInt64) = (0, 0)

    init(isNegated: Bool = false, ranges: [ClosedRange<UInt32>] = [], classes: [String] = []) {
        self.isNegated = isNegated
        self.ranges = ranges
        self.classes = classes.map { $0 == "lower" || $0 == "upper" ? "alpha" : $0 }.map { Letters.kind($0) }
        for character in 0..<UInt32(128) where has(character) {
            if character < 64 { ascii.0 |= 1 << UInt64(character) } else { ascii.1 |= 1 << UInt64(character - 64) }
        }
    }

    /// Whether a character in upper case is in it.
    func contains(_ character: UInt32) -> Bool {
        guard character < 128 else { return has(character) }
        return (character < 64 ? ascii.0 >> UInt64(character) : ascii.1 >> UInt64(character - 64)) & 1 == 1
    }

    private func has(_ character: UInt32) -> Bool {
        let isListed =
            ranges.contains { $0.contains(character) } || classes.contains { Letters.isOf($0, character) }
        return isListed != isNegated
    }
}

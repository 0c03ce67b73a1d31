import Glibc

/// A pattern as instructions. Running them takes time in proportion to their number and to the length of a text, whatever
/// both are: glibc's own matching may take as many steps as a pattern has combinations of places in it.
struct PatternProgram {
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

    static let empty = PatternProgram()

    static func one(_ instruction: Instruction) -> PatternProgram { PatternProgram(instructions: [instruction]) }

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

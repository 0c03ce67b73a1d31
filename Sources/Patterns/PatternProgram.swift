import CLinux
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

/// Reads a pattern that glibc has accepted, and makes a program of it.
struct PatternCompiler {
    private let characters: [UInt32]
    private var index = 0
    private var groups = [Group()]

    /// Alternatives that are being read: what was before the last part, which a repetition repeats.
    private struct Group {
        var branches: PatternProgram?
        var branch = PatternProgram.empty
        var last = PatternProgram.empty

        var whole: PatternProgram {
            let branch = branch.followed(by: last)
            return branches?.or(branch) ?? branch
        }

        mutating func add(_ part: PatternProgram) {
            branch = branch.followed(by: last)
            last = part
        }
    }

    static func program(of pattern: String) -> PatternProgram {
        var compiler = PatternCompiler(characters: pattern.unicodeScalars.map(\.value))
        return compiler.program()
    }

    private mutating func program() -> PatternProgram {
        while let character = next() {
            switch character {
            case "(": groups.append(Group())
            case ")" where groups.count > 1:
                let whole = groups.removeLast().whole
                groups[groups.count - 1].add(whole)
            case "|": groups[groups.count - 1] = Group(branches: groups[groups.count - 1].whole)
            case "*": `repeat`(Repetition(least: 0, most: nil))
            case "+": `repeat`(Repetition(least: 1, most: nil))
            case "?": `repeat`(Repetition(least: 0, most: 1))
            case "{": `repeat`(counts())
            default: groups[groups.count - 1].add(.one(instruction(for: character)))
            }
        }
        return groups[0].whole
    }

    private init(characters: [UInt32]) { self.characters = characters }

    private mutating func next() -> Unicode.Scalar? {
        guard index < characters.count else { return nil }
        defer { index += 1 }
        return Unicode.Scalar(characters[index])
    }

    private mutating func `repeat`(_ repetition: Repetition) {
        groups[groups.count - 1].last = groups[groups.count - 1].last.repeated(repetition)
    }

    private mutating func instruction(for character: Unicode.Scalar) -> PatternProgram.Instruction {
        switch character {
        case "^": .anchor(.start)
        case "$": .anchor(.end)
        case ".": .anyCharacter
        case "[": .set(brackets())
        case "\\": escaped()
        default: .character(Letters.upperCase(character.value))
        }
    }

    private mutating func escaped() -> PatternProgram.Instruction {
        switch next() {
        case "b": .anchor(.wordEdge)
        case "B": .anchor(.noWordEdge)
        case "<": .anchor(.wordStart)
        case ">": .anchor(.wordEnd)
        case "`": .anchor(.start)
        case "'": .anchor(.end)
        case "w": .set(CharacterSet(ranges: [0x5F...0x5F], classes: ["alnum"]))
        case "W": .set(CharacterSet(isNegated: true, ranges: [0x5F...0x5F], classes: ["alnum"]))
        case "s": .set(CharacterSet(classes: ["space"]))
        case "S": .set(CharacterSet(isNegated: true, classes: ["space"]))
        case let other: .character(Letters.upperCase(other?.value ?? 0))
        }
    }

    private mutating func counts() -> Repetition {
        let text = characters[index...].prefix { $0 != 0x7D }
        index += text.count + 1
        let numbers = text.split(separator: 0x2C, omittingEmptySubsequences: false)
            .map { digits in Int(String(String.UnicodeScalarView(digits.compactMap { Unicode.Scalar($0) }))) }
        let least = numbers.first.flatMap(\.self) ?? 0
        return Repetition(least: least, most: numbers.count > 1 ? numbers[1] : least)
    }

    /// Reads up to the bracket that ends a set. A first `]` is one of its characters.
    private mutating func brackets() -> CharacterSet {
        var ranges: [ClosedRange<UInt32>] = []
        var classes: [String] = []
        let isNegated = index < characters.count && characters[index] == 0x5E
        if isNegated { index += 1 }
        let first = index
        while index < characters.count, characters[index] != 0x5D || index == first {
            if isAtSign(0x3A) {
                classes.append(named(0x3A))
                continue
            }
            let start = element()
            var end = start
            // A sign for a range, unless it is the last character.
            if index + 1 < characters.count, characters[index] == 0x2D, characters[index + 1] != 0x5D {
                index += 1
                end = element()
            }
            if start <= end { ranges.append(start...end) }
        }
        index += 1
        return CharacterSet(isNegated: isNegated, ranges: ranges, classes: classes)
    }

    /// One character, which may have a name: `[.a.]`, `[=a=]`.
    private mutating func element() -> UInt32 {
        for sign: UInt32 in [0x2E, 0x3D] where isAtSign(sign) {
            return Letters.upperCase(named(sign).unicodeScalars.first?.value ?? 0)
        }
        defer { index += 1 }
        return index < characters.count ? Letters.upperCase(characters[index]) : 0
    }

    private func isAtSign(_ sign: UInt32) -> Bool {
        index + 1 < characters.count && characters[index] == 0x5B && characters[index + 1] == sign
    }

    /// Reads a name between two signs: `[:alpha:]`.
    private mutating func named(_ sign: UInt32) -> String {
        index += 2
        var name = String.UnicodeScalarView()
        while index < characters.count, !(characters[index] == sign && characters[(index + 1)...].first == 0x5D) {
            if let scalar = Unicode.Scalar(characters[index]) { name.append(scalar) }
            index += 1
        }
        index += 2
        return String(name)
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

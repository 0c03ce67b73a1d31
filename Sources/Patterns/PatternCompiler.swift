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

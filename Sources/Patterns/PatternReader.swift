/// Reads a pattern as glibc does. It is read twice: as what it costs glibc, which may be too much, and as a program.
struct PatternReader {
    private enum Sign {
        case opening, closing, or
        case repetition(Repetition)
        case instruction(PatternProgram.Instruction)
    }

    private let characters: [UInt32]
    private var index = 0

    private init(_ pattern: String) { characters = pattern.unicodeScalars.map(\.value) }

    /// Throws if glibc would take very long to prepare this pattern.
    static func check(_ pattern: String) throws(PatternSource.Problem) { _ = try read(pattern, as: PatternCost.self) }

    /// The program of a pattern that glibc has accepted.
    static func program(of pattern: String) throws(PatternSource.Problem) -> PatternProgram {
        try read(pattern, as: PatternProgram.self)
    }

    private static func read<Part: PatternPart>(
        _ pattern: String, as _: Part.Type
    ) throws(PatternSource.Problem) -> Part {
        var reader = PatternReader(pattern)
        // The open groups; the first is the whole pattern.
        var groups = [PatternGroup<Part>()]
        while let sign = try reader.nextSign() {
            let innermost = groups.count - 1
            switch sign {
            case .opening: groups.append(PatternGroup())
            case .closing where innermost > 0:
                let group = groups.removeLast().whole.grouped
                groups[innermost - 1].add(group)
            case .closing: groups[0].add(Part(.character(0x29)))
            case .or: groups[innermost] = PatternGroup(branchesBefore: groups[innermost].whole)
            case .repetition(let repetition):
                guard let last = groups[innermost].last else { continue }
                groups[innermost].last = try last.repeated(repetition)
            case .instruction(let instruction): groups[innermost].add(Part(instruction))
            }
            try Part.check(groups[groups.count - 1])
        }
        while groups.count > 1 {
            let group = groups.removeLast().whole.grouped
            groups[groups.count - 1].add(group)
            try Part.check(groups[groups.count - 1])
        }
        return groups[0].whole
    }

    private mutating func nextSign() throws(PatternSource.Problem) -> Sign? {
        guard let character = next() else { return nil }
        switch character {
        case "(": return .opening
        case ")": return .closing
        case "|": return .or
        case "*": return .repetition(Repetition(least: 0, most: nil))
        case "+": return .repetition(Repetition(least: 1, most: nil))
        case "?": return .repetition(Repetition(least: 0, most: 1))
        case "{": return .repetition(counts())
        case "^": return .instruction(.anchor(.start))
        case "$": return .instruction(.anchor(.end))
        case ".": return .instruction(.anyCharacter)
        case "[": return .instruction(.set(brackets()))
        case "\\": return .instruction(try escaped())
        default: return .instruction(.character(Letters.upperCase(character.value)))
        }
    }

    private mutating func next() -> Unicode.Scalar? {
        guard index < characters.count else { return nil }
        defer { index += 1 }
        return Unicode.Scalar(characters[index])
    }

    private mutating func escaped() throws(PatternSource.Problem) -> PatternProgram.Instruction {
        switch next() {
        // A back reference makes glibc try every way to match. POSIX has none in extended patterns.
        case .some("1"..."9"): throw PatternSource.Problem(reason: "back references don't work in patterns")
        case "b": return .anchor(.wordEdge)
        case "B": return .anchor(.noWordEdge)
        case "<": return .anchor(.wordStart)
        case ">": return .anchor(.wordEnd)
        case "`": return .anchor(.start)
        case "'": return .anchor(.end)
        case "w": return .set(CharacterSet(ranges: [0x5F...0x5F], classes: ["alnum"]))
        case "W": return .set(CharacterSet(isNegated: true, ranges: [0x5F...0x5F], classes: ["alnum"]))
        case "s": return .set(CharacterSet(classes: ["space"]))
        case "S": return .set(CharacterSet(isNegated: true, classes: ["space"]))
        case let other: return .character(Letters.upperCase(other?.value ?? 0))
        }
    }

    private mutating func counts() -> Repetition {
        let text = characters[index...].prefix { $0 != 0x7D }
        index += text.count + 1
        let numbers = text.split(separator: 0x2C, omittingEmptySubsequences: false).map { digits in
            let digits = String(String.UnicodeScalarView(digits.compactMap { Unicode.Scalar($0) }))
            return digits.isEmpty ? nil : Int(digits) ?? .max
        }
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

/// What a pattern, or a part of it, is read as.
protocol PatternPart {
    static var empty: Self { get }

    init(_ instruction: PatternProgram.Instruction)

    func followed(by next: Self) -> Self
    func or(_ other: Self) -> Self
    /// In parentheses.
    var grouped: Self { get }
    func repeated(_ repetition: Repetition) throws(PatternSource.Problem) -> Self
    /// Throws if a group has become too much.
    static func check(_ group: PatternGroup<Self>) throws(PatternSource.Problem)
}

extension PatternPart {
    static func check(_ group: PatternGroup<Self>) {}
}

/// A pair of parentheses that is being read.
struct PatternGroup<Part: PatternPart> {
    /// The part that a repetition repeats.
    var last: Part?
    private var branch = Part.empty
    private var branchesBefore: Part?

    init(branchesBefore: Part? = nil) { self.branchesBefore = branchesBefore }

    var whole: Part {
        let branch = branch.followed(by: last ?? .empty)
        return branchesBefore?.or(branch) ?? branch
    }

    mutating func add(_ part: Part) {
        branch = branch.followed(by: last ?? .empty)
        last = part
    }
}

/// How often a part of a pattern repeats. Without a limit, `most` is nil.
struct Repetition {
    let least: Int
    let most: Int?
}

/// How long glibc takes to prepare a part of a pattern.
///
/// It writes repetitions out: `a{3}` as `aaa` and `a+` as `aa*`. Nested repetitions multiply, so twenty nested `+` took
/// 14 s and 2 GB. Behind an anchor it copies every way to the next character, and it follows every way through a loop
/// around something that can be empty: both double with each step. glibc itself reports other mistakes.
///
/// An anchor is `^`, `$`, `\b` and the like.
private struct PatternCost: PatternPart {
    /// In characters, with its repetitions written out.
    private var length: Int
    /// The most anchors on a path through it without a character; nil if every path has a character.
    private var through: Int?
    /// The most anchors before its first character.
    private var start: Int
    /// The most anchors after its last character.
    private var end: Int
    /// The most anchors in a row anywhere in it.
    private var anchors: Int

    /// The longest pattern, in characters, with its repetitions written out.
    private static let longest = 1000
    /// The most anchors in a row. Three leave what people write, such as `(^|\b|$)`, and take 60 ms at worst.
    private static let mostAnchors = 3

    static let empty = PatternCost()

    init(_ instruction: PatternProgram.Instruction) {
        switch instruction {
        case .anchor: self.init(length: 1, through: 1, start: 1, end: 1, anchors: 1)
        case .character(let character) where character >= 0x80:
            self.init(length: Unicode.Scalar(character).map(UTF8.width) ?? 1, through: nil)
        default: self.init(length: 1, through: nil)
        }
    }

    private init(length: Int = 0, through: Int? = 0, start: Int = 0, end: Int = 0, anchors: Int = 0) {
        (self.length, self.through, self.start, self.end, self.anchors) = (length, through, start, end, anchors)
    }

    /// Returns this part followed by `next`.
    func followed(by next: PatternCost) -> PatternCost {
        var both = PatternCost(length: length + next.length, through: nil)
        if let through, let further = next.through { both.through = through + further }
        both.start = max(start, through.map { $0 + next.start } ?? 0)
        both.end = max(next.end, next.through.map { $0 + end } ?? 0)
        both.anchors = max(anchors, next.anchors, end + next.start)
        return both
    }

    /// Returns this part or `other`, with the sign between them.
    func or(_ other: PatternCost) -> PatternCost {
        PatternCost(
            length: length + other.length + 1, through: [through, other.through].compactMap(\.self).max(),
            start: max(start, other.start), end: max(end, other.end), anchors: max(anchors, other.anchors))
    }

    /// In parentheses.
    var grouped: PatternCost {
        var group = self
        group.length += 1
        return group
    }

    func repeated(_ repetition: Repetition) throws(PatternSource.Problem) -> PatternCost {
        if repetition.most == nil, through != nil {
            throw PatternSource.Problem(reason: "a part that can be empty can't repeat without a limit")
        }
        // One more than the limit is enough to refuse a pattern, so nothing overflows.
        let enough = Self.longest + 1
        let always = min(repetition.least, enough)
        let perhaps = repetition.most.map { min(max($0 - always, 0), enough) } ?? 1
        let copies = repetition.most == nil ? max(always + perhaps, 2) : always + perhaps
        var row = self
        for _ in 1..<min(max(copies, 1), Self.mostAnchors + 1) { row = row.followed(by: self) }
        row.length = always * length + perhaps * (length + 1)
        // From each copy, glibc follows the paths through all copies that can be empty.
        if copies > 1, through != nil { row.length *= 2 }
        row.length = max(row.length, 1)
        if repetition.least == 0 { row.through = row.through ?? 0 }
        return row
    }

    static func check(_ group: PatternGroup<PatternCost>) throws(PatternSource.Problem) {
        let whole = group.whole
        guard whole.length <= longest else {
            throw PatternSource.Problem(
                reason: "the pattern is too long: with its repetitions written out, it may have \(longest) characters")
        }
        guard whole.anchors <= mostAnchors else {
            throw PatternSource.Problem(
                reason: "too many anchors: use at most \(mostAnchors) of ^, $ and \\b between two characters")
        }
    }
}

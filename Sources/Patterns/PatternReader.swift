/// Reads a pattern as glibc does, and refuses what takes glibc very long to prepare.
///
/// glibc writes repetitions out: `a{3}` as `aaa` and `a+` as `aa*`. Nested repetitions multiply, so twenty nested `+` took
/// 14 s and 2 GB. Behind an anchor it copies every way to the next character, and it follows every way through a loop
/// around something that can be empty: both double with each step. glibc itself reports other mistakes.
struct PatternReader {
    /// The longest pattern, in characters, with its repetitions written out.
    fileprivate static let longestPattern = 1000
    /// The most anchors in a row. Three leave what people write, such as `(^|\b|$)`, and take 60 ms at worst.
    fileprivate static let mostAnchors = 3

    private let bytes: [UInt8]
    private var index = 0
    /// The open groups; the first is the whole pattern.
    private var groups = [Group()]

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Throws if glibc would take very long to prepare this pattern.
    static func check(_ pattern: [UInt8]) throws(PatternSource.Problem) {
        var reader = PatternReader(pattern)
        try reader.read()
    }

    private mutating func read() throws(PatternSource.Problem) {
        while let byte = next() {
            switch byte {
            case UInt8(ascii: "("): groups.append(Group())
            case UInt8(ascii: ")") where groups.count > 1: try add(groups.removeLast().whole.grouped)
            case UInt8(ascii: "|"): try change { group in group.beginBranch() }
            case UInt8(ascii: "^"), UInt8(ascii: "$"): try add(.anchor)
            case UInt8(ascii: "\\"): try add(escaped())
            case UInt8(ascii: "["):
                skipBracket()
                try add(.character)
            case UInt8(ascii: "*"): try `repeat`(Repetition(least: 0, most: nil))
            case UInt8(ascii: "+"): try `repeat`(Repetition(least: 1, most: nil))
            case UInt8(ascii: "?"): try `repeat`(Repetition(least: 0, most: 1))
            case UInt8(ascii: "{"): try `repeat`(counts())
            default: try add(.character)
            }
        }
        while groups.count > 1 { try add(groups.removeLast().whole.grouped) }
    }

    private mutating func next() -> UInt8? {
        guard index < bytes.count else { return nil }
        defer { index += 1 }
        return bytes[index]
    }

    private mutating func add(_ part: PatternPart) throws(PatternSource.Problem) {
        try change { group in group.add(part) }
    }

    private mutating func `repeat`(_ repetition: Repetition) throws(PatternSource.Problem) {
        guard let part = groups[groups.count - 1].last else { return }
        if repetition.most == nil, part.through != nil {
            throw PatternSource.Problem(reason: "a part that can be empty can't repeat without a limit")
        }
        try change { group in group.last = part.repeated(repetition) }
    }

    private mutating func change(_ change: (inout Group) -> Void) throws(PatternSource.Problem) {
        change(&groups[groups.count - 1])
        let whole = groups[groups.count - 1].whole
        guard whole.length <= Self.longestPattern else {
            throw PatternSource.Problem(
                reason:
                    "the pattern is too long: with its repetitions written out, it may have \(Self.longestPattern) characters"
            )
        }
        guard whole.anchors <= Self.mostAnchors else {
            throw PatternSource.Problem(
                reason: "too many anchors: use at most \(Self.mostAnchors) of ^, $ and \\b between two characters")
        }
    }

    private mutating func escaped() throws(PatternSource.Problem) -> PatternPart {
        switch next() {
        // A back reference makes glibc try every way to match. POSIX has none in extended patterns.
        case .some(UInt8(ascii: "1")...UInt8(ascii: "9")):
            throw PatternSource.Problem(reason: "back references don't work in patterns")
        case UInt8(ascii: "b"), UInt8(ascii: "B"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "`"),
            UInt8(ascii: "'"):
            return .anchor
        default: return .character
        }
    }

    /// Neither a first `]` nor one in the name of a class ends a bracket: `[]a]`, `[[:alpha:]]`.
    private mutating func skipBracket() {
        if index < bytes.count, bytes[index] == UInt8(ascii: "^") { index += 1 }
        if index < bytes.count, bytes[index] == UInt8(ascii: "]") { index += 1 }
        while let byte = next(), byte != UInt8(ascii: "]") {
            guard byte == UInt8(ascii: "["), index < bytes.count, Self.classSigns.contains(bytes[index]),
                let sign = next()
            else { continue }
            while let inside = next() {
                if inside == sign, index < bytes.count, bytes[index] == UInt8(ascii: "]") { break }
            }
            index += 1
        }
    }

    private static let classSigns = [UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: "=")]

    private mutating func counts() -> Repetition {
        let text = bytes[index...].prefix { $0 != UInt8(ascii: "}") }
        index += text.count + 1
        let numbers = text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
            .map { digits in digits.isEmpty ? nil : Int(String(decoding: digits, as: UTF8.self)) ?? .max }
        let least = numbers.first.flatMap(\.self) ?? 0
        return Repetition(least: least, most: numbers.count > 1 ? numbers[1] : least)
    }
}

/// A pair of parentheses that is being read.
private struct Group {
    /// The part that a repetition repeats.
    var last: PatternPart?
    private var branch = PatternPart.empty
    private var branchesBefore: PatternPart?

    var whole: PatternPart {
        let branch = branch.followed(by: last ?? .empty)
        return branchesBefore?.or(branch) ?? branch
    }

    mutating func add(_ part: PatternPart) {
        branch = branch.followed(by: last ?? .empty)
        last = part
    }

    mutating func beginBranch() {
        self = Group(last: nil, branch: .empty, branchesBefore: whole)
    }
}

/// A part of a pattern, as far as it decides how long glibc takes to prepare it.
///
/// An anchor is `^`, `$`, `\b` and the like.
private struct PatternPart {
    /// In characters, with its repetitions written out.
    private(set) var length = 0
    /// The most anchors on a path through it without a character; nil if every path has a character.
    private(set) var through: Int? = 0
    /// The most anchors before its first character.
    private(set) var start = 0
    /// The most anchors after its last character.
    private(set) var end = 0
    /// The most anchors in a row anywhere in it.
    private(set) var anchors = 0

    static let empty = PatternPart()
    static let character = PatternPart(length: 1, through: nil)
    static let anchor = PatternPart(length: 1, through: 1, start: 1, end: 1, anchors: 1)

    /// Returns this part followed by `next`.
    func followed(by next: PatternPart) -> PatternPart {
        var both = PatternPart(length: length + next.length, through: nil)
        if let through, let further = next.through { both.through = through + further }
        both.start = max(start, through.map { $0 + next.start } ?? 0)
        both.end = max(next.end, next.through.map { $0 + end } ?? 0)
        both.anchors = max(anchors, next.anchors, end + next.start)
        return both
    }

    /// Returns this part or `other`, with the sign between them.
    func or(_ other: PatternPart) -> PatternPart {
        PatternPart(
            length: length + other.length + 1, through: [through, other.through].compactMap(\.self).max(),
            start: max(start, other.start), end: max(end, other.end), anchors: max(anchors, other.anchors))
    }

    /// In parentheses.
    var grouped: PatternPart {
        var group = self
        group.length += 1
        return group
    }

    func repeated(_ repetition: Repetition) -> PatternPart {
        // One more than the limit is enough to refuse a pattern, so nothing overflows.
        let enough = PatternReader.longestPattern + 1
        let always = min(repetition.least, enough)
        let perhaps = repetition.most.map { min(max($0 - always, 0), enough) } ?? 1
        let copies = repetition.most == nil ? max(always + perhaps, 2) : always + perhaps
        var row = self
        for _ in 1..<min(max(copies, 1), PatternReader.mostAnchors + 1) { row = row.followed(by: self) }
        row.length = always * length + perhaps * (length + 1)
        // From each copy, glibc follows the paths through all copies that can be empty.
        if copies > 1, through != nil { row.length *= 2 }
        row.length = max(row.length, 1)
        if repetition.least == 0 { row.through = row.through ?? 0 }
        return row
    }
}

/// How often a part of a pattern repeats. Without a limit, `most` is nil.
struct Repetition {
    let least: Int
    let most: Int?
}

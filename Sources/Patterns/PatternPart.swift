/// A part of a pattern, as far as it decides how long glibc takes to prepare it.
///
/// An anchor is `^`, `$`, `\b` and the like.
struct PatternPart {
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

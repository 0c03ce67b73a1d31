/// Runs a program on texts, at all their places at once.
struct PatternMatcher {
    /// An instruction without anything that Swift would count references of, at each character of a text.
    private struct Step {
        enum Kind { case character, anyCharacter, set, anchor, split, jump, match }

        let kind: Kind
        /// The character, the number of the set, or the instruction to go on with.
        let value: UInt32
    }

    private let steps: [Step]
    private let sets: [CharacterSet]
    private let anchors: [PatternProgram.Anchor]
    /// Which bytes may begin a match; nil if any place may.
    private let beginnings: [Bool]?
    /// Whether a match can only be at the start.
    private let isAnchored: Bool
    /// The steps to try on the next character, each once.
    private var threads: [Int] = []
    /// When a step was last reached.
    private var reached: [Int]
    private var time = 0
    private var stack: [Int] = []

    init(_ program: PatternProgram) {
        var steps: [Step] = []
        var sets: [CharacterSet] = []
        var anchors: [PatternProgram.Anchor] = []
        for instruction in program.instructions {
            let next = UInt32(steps.count)
            switch instruction {
            case .character(let character): steps.append(Step(kind: .character, value: character))
            case .anyCharacter: steps.append(Step(kind: .anyCharacter, value: 0))
            case .set(let set):
                steps.append(Step(kind: .set, value: UInt32(sets.count)))
                sets.append(set)
            case .anchor(let anchor):
                steps.append(Step(kind: .anchor, value: UInt32(anchors.count)))
                anchors.append(anchor)
            case .split(let further): steps.append(Step(kind: .split, value: next + UInt32(further)))
            case .jump(let further): steps.append(Step(kind: .jump, value: UInt32(Int(next) + further)))
            }
        }
        steps.append(Step(kind: .match, value: 0))
        (self.steps, self.sets, self.anchors) = (steps, sets, anchors)
        reached = Array(repeating: 0, count: steps.count)
        (beginnings, isAnchored) = Self.beginnings(of: program.instructions)
    }

    /// Returns whether the first bytes of a text match.
    mutating func matches(_ text: Span<UInt8>, upTo end: Int) -> Bool {
        var (place, before): (Int, UInt32?) = (0, nil)
        var begun: [Int] = []
        while true {
            if begun.isEmpty, place > 0 {
                if isAnchored { return false }
                if let beginnings {
                    let from = place
                    while place < end, !beginnings[Int(text[place])] { place += 1 }
                    if place == end { return false }
                    if place > from { before = Self.character(before: place, in: text) }
                }
            }
            let (character, length) = Self.character(at: place, upTo: end, in: text)
            time += 1
            threads.removeAll(keepingCapacity: true)
            for thread in begun where reach(thread, before, character) { return true }
            if reach(0, before, character) { return true }
            guard let character else { return false }
            begun.removeAll(keepingCapacity: true)
            let upper = Letters.upperCase(character)
            for thread in threads where isMatch(steps[thread], upper) { begun.append(thread + 1) }
            before = character
            place += length
        }
    }

    /// Follows all ways to the next character, and returns whether one of them is a whole match.
    private mutating func reach(_ thread: Int, _ before: UInt32?, _ after: UInt32?) -> Bool {
        var at = thread
        while true {
            if reached[at] != time {
                reached[at] = time
                let step = steps[at]
                switch step.kind {
                case .character, .anyCharacter, .set: threads.append(at)
                case .split:
                    stack.append(Int(step.value))
                    at += 1
                    continue
                case .jump:
                    at = Int(step.value)
                    continue
                case .anchor:
                    if anchors[Int(step.value)].holds(between: before, after) {
                        at += 1
                        continue
                    }
                case .match:
                    stack.removeAll(keepingCapacity: true)
                    return true
                }
            }
            guard let next = stack.popLast() else { return false }
            at = next
        }
    }

    private func isMatch(_ step: Step, _ upper: UInt32) -> Bool {
        switch step.kind {
        case .character: upper == step.value
        case .anyCharacter: upper != 0 && upper != Self.invalid
        case .set: upper != Self.invalid && sets[Int(step.value)].contains(upper)
        case .anchor, .split, .jump, .match: false
        }
    }

    /// Stands for a byte that belongs to no character.
    private static let invalid = UInt32.max

    private static func character(
        at place: Int, upTo end: Int, in text: Span<UInt8>
    ) -> (character: UInt32?, length: Int) {
        guard place < end else { return (nil, 0) }
        let first = text[place]
        guard first >= 0x80 else { return (UInt32(first), 1) }
        let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
        guard first >= 0xC2, first < 0xF5, place + length <= end else { return (invalid, 1) }
        var value = UInt32(first) & (0x7F >> UInt32(length))
        for next in place + 1..<place + length {
            guard text[next] & 0xC0 == 0x80 else { return (invalid, 1) }
            value = value << 6 | UInt32(text[next] & 0x3F)
        }
        return (value, length)
    }

    private static func character(before place: Int, in text: Span<UInt8>) -> UInt32? {
        var start = place - 1
        while start > 0, place - start < 4, text[start] & 0xC0 == 0x80 { start -= 1 }
        return character(at: start, upTo: place, in: text).character
    }

    private static func beginnings(
        of instructions: [PatternProgram.Instruction]
    ) -> (bytes: [Bool]?, isAnchored: Bool) {
        var bytes = [Bool](repeating: false, count: 256)
        var (isAnywhere, isAnchored) = (false, true)
        var seen = Set<Int>()
        var stack = [(at: 0, isAtStart: false)]
        while let (at, isAtStart) = stack.popLast() {
            guard at < instructions.count else {
                if !isAtStart { (isAnywhere, isAnchored) = (true, false) }
                continue
            }
            guard seen.insert(isAtStart ? ~at : at).inserted else { continue }
            switch instructions[at] {
            case .split(let further): stack += [(at + further, isAtStart), (at + 1, isAtStart)]
            case .jump(let further): stack.append((at + further, isAtStart))
            case .anchor(let anchor): stack.append((at + 1, isAtStart || anchor == .start))
            // Matched only at the first place, which is never passed over.
            case .character, .anyCharacter, .set: if isAtStart { continue }
            }
            switch instructions[at] {
            case .character(let character):
                isAnchored = false
                for byte in 0..<128 where Letters.upperCase(UInt32(byte)) == character { bytes[byte] = true }
                for byte in 128..<256 { bytes[byte] = true }
            case .set(let set):
                isAnchored = false
                for byte in 0..<128 where set.contains(Letters.upperCase(UInt32(byte))) { bytes[byte] = true }
                for byte in 128..<256 { bytes[byte] = true }
            case .anyCharacter: (isAnywhere, isAnchored) = (true, false)
            case .split, .jump, .anchor: break
            }
        }
        return (isAnywhere ? nil : bytes, isAnchored)
    }
}

extension PatternProgram.Anchor {
    fileprivate func holds(between before: UInt32?, _ after: UInt32?) -> Bool {
        let isAfterWord = before.map(Letters.isOfWord) ?? false
        let isBeforeWord = after.map(Letters.isOfWord) ?? false
        return switch self {
        case .start: before == nil
        case .end: after == nil
        case .wordEdge: isAfterWord != isBeforeWord
        case .noWordEdge: isAfterWord == isBeforeWord
        case .wordStart: !isAfterWord && isBeforeWord
        case .wordEnd: isAfterWord && !isBeforeWord
        }
    }
}

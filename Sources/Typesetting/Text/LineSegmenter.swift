import System

/// Splits a text into segments, between which lines may break.
///
/// The rules are those of UAX #14 (of Unicode 16, which handles East Asian quotation marks better), tailored in
/// `LineBreakContext` where they don't suit narrow columns.
enum LineSegmenter {
    /// Passes the segments of UTF-8 text in order. A newline ends a line.
    @inline(__always)
    static func read(_ bytes: Span<UInt8>, _ body: (LineSegment) -> Void) {
        let table = LineBreakClass.table
        var context = LineBreakContext()
        var segment = LineSegment(start: 0, end: 0, next: 0, cells: 0, gap: 0, ending: .opportunity)
        var index = 0
        while index < bytes.count {
            if context.isInWord, isAlphanumeric(bytes[index]) {
                let end = endOfWord(in: bytes, from: index)
                segment.cells += end - index
                segment.end = end
                context.goOn(to: bytes[end - 1])
                index = end
                continue
            }
            let (codePoint, length) = bytes.codePoint(at: index)
            if context.isAfterIdeograph, 0x4E00..<0xA000 ~= codePoint {
                segment.close(at: index, .opportunity, body)
                segment.cells = 2
                index += length
                segment.end = index
                context.goOnToIdeograph()
                continue
            }
            let kind = LineBreakClass.of(codePoint, in: table)
            switch kind {
            case .lineEnd:
                segment.close(at: index + length, .forced, body)
                context = LineBreakContext()
            case .space:
                segment.gap += 1
                context.addSpace()
            case .zeroWidthSpace:
                context.add(kind, isWide: false, at: index)
            default:
                let cells = codePoint < 0x7F ? 1 : codePoint == 0xAD ? 0 : CellWidth.of(codePoint: codePoint)
                if isFixedSpace(codePoint) {
                    segment.gap += cells
                    context.addSpace()
                } else if context.attaches(kind) {
                    context.attach(kind)
                    segment.cells += cells
                    segment.end = index + length
                } else {
                    let mayBreak = context.allowsBreak(
                        before: kind, cells: cells, at: index, next: index + length, in: bytes)
                    if mayBreak, index > segment.start {
                        segment.close(at: index, context.isAfterSoftHyphen ? .softHyphen : .opportunity, body)
                    }
                    segment.cells += segment.gap + cells
                    segment.gap = 0
                    segment.end = index + length
                    context.add(kind, isWide: cells > 1, at: index)
                    context.isAfterSoftHyphen = codePoint == 0xAD
                }
            }
            index += length
        }
        if segment.start < bytes.count { segment.close(at: bytes.count, .forced, body) }
    }

    private static func isFixedSpace(_ codePoint: UInt32) -> Bool {
        guard codePoint >= 0x1680 else { return false }
        return 0x2000...0x200A ~= codePoint && codePoint != 0x2007 || codePoint == 0x3000 || codePoint == 0x205F
            || codePoint == 0x1680
    }

    @inline(__always)
    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }

    @inline(__always)
    private static func endOfWord(in bytes: Span<UInt8>, from start: Int) -> Int {
        var index = start + 1
        while index < bytes.count, isAlphanumeric(bytes[index]) { index += 1 }
        return index
    }
}

extension LineSegment {
    /// Passes the segment that ends here, and begins the next.
    @inline(__always)
    fileprivate mutating func close(at next: Int, _ ending: Ending, _ body: (LineSegment) -> Void) {
        self.next = next
        self.ending = ending
        body(self)
        self = LineSegment(start: next, end: next, next: next, cells: 0, gap: 0, ending: .opportunity)
    }
}

/// The text before a position, as far as it affects line breaks.
///
/// “LB” and a number name a rule of UAX #14. Tailored rules: hyphens, slashes and dashes leave no short rest of a word,
/// spaces before a slash or a dot, and Korean (`LineBreakClass.isAlphabetic`).
private struct LineBreakContext {
    /// The class of the last character except spaces and marks; the end of a line at the start.
    private var last = LineBreakClass.lineEnd
    private var beforeLast = LineBreakClass.lineEnd
    private var hasSpaces = false
    private var isJoining = false
    private var isLastWide = false
    private var isBeforeLastWide = false
    /// Whether a quotation mark, dash or hyphen begins a word.
    private var startsWord = false
    private var number = NumberPart.none
    private var isRegionalPair = false
    /// The start of the part of a word that a hyphen or slash may end.
    private var partStart = 0
    var isAfterSoftHyphen = false

    private enum NumberPart { case none, digits, closed }

    /// Whether an ASCII letter or digit continues a word here, so that no rule is needed.
    var isInWord: Bool { !hasSpaces && !isJoining && (last == .letter || last == .number) }

    mutating func goOn(to byte: UInt8) {
        last = byte < UInt8(ascii: "A") ? .number : .letter
        number = last == .number ? .digits : .none
    }

    /// Whether a wide ideograph is just before, so that a line may break before another.
    var isAfterIdeograph: Bool { last == .ideograph && isLastWide && !hasSpaces && !isJoining }

    mutating func goOnToIdeograph() {
        (beforeLast, isBeforeLastWide) = (.ideograph, true)
        startsWord = false
    }

    mutating func addSpace() {
        hasSpaces = true
        isJoining = false
    }

    /// Whether a mark joins the character before it; otherwise it is a letter (LB9, LB10).
    func attaches(_ kind: LineBreakClass) -> Bool {
        (kind == .mark || kind == .joiner) && !hasSpaces && last != .lineEnd && last != .zeroWidthSpace
    }

    mutating func attach(_ kind: LineBreakClass) {
        isJoining = kind == .joiner
    }

    mutating func add(_ kind: LineBreakClass, isWide: Bool, at index: Int) {
        let isJoiner = kind == .joiner
        let kind = isJoiner || kind == .mark ? LineBreakClass.letter : kind
        startsWord =
            hasSpaces || last == .lineEnd || last == .open || last == .openWide || last.isQuote || last == .glue
        if startsWord || last == .hyphen || last == .slash || last == .dash { partStart = index }
        switch kind {
        case .number: number = .digits
        case .slash, .infix: break
        case .close, .closeParenthesis: number = number == .digits ? .closed : .none
        default: number = .none
        }
        isRegionalPair = kind == .regional && last == .regional && !hasSpaces && !isRegionalPair
        (beforeLast, isBeforeLastWide) = (last, isLastWide)
        (last, isLastWide) = (kind, isWide)
        (hasSpaces, isJoining, isAfterSoftHyphen) = (false, isJoiner, false)
    }

    /// Whether a line may break before a character of this class. `next` is the start of the one after it.
    func allowsBreak(
        before kind: LineBreakClass, cells: Int, at index: Int, next: Int, in bytes: Span<UInt8>
    ) -> Bool {
        if last == .lineEnd { return false }
        if last == .zeroWidthSpace { return true }  // LB8
        let ahead = Lookahead(index: next)
        switch kind {  // Not even after spaces (LB11, LB13, LB15 to LB17).
        case .close, .closeParenthesis, .closeWide, .exclamation, .wordJoiner: return false
        case .infix where !hasSpaces || !ahead.isAlphanumeric(bytes): return false
        case .slash where !hasSpaces: return false
        case .quoteEnd where ahead.endsQuote(bytes): return false
        case .nonstarter where last.isClosing: return false
        case .dash where last == .dash: return false
        default: break
        }
        if last == .open || last == .openWide || last == .quoteStart && startsWord { return false }  // LB14, LB15a
        if hasSpaces { return true }  // LB18
        if isJoining || last == .wordJoiner || last == .glue { return false }  // LB8a, LB11, LB12
        if kind == .glue { return last == .breakAfter || last == .hyphen }
        if kind.isQuote || last.isQuote {
            return allowsBreak(atQuote: kind, isWide: cells > 1, isNextWide: ahead.isWide(bytes))
        }
        if last == .contingent || kind == .contingent { return true }
        return allowsBreak(inWordBefore: kind, at: index, ahead, bytes)
    }

    /// LB19: a line may break outside quotation marks only between wide characters, which have no spaces there.
    private func allowsBreak(atQuote kind: LineBreakClass, isWide: Bool, isNextWide: Bool) -> Bool {
        if kind.isQuote {
            if kind != .quoteStart || !isLastWide || !isNextWide { return false }
            return !last.isQuote || last == .quoteEnd
        }
        return last == .quoteEnd && isWide && isBeforeLastWide
    }

    private func allowsBreak(
        inWordBefore kind: LineBreakClass, at index: Int, _ ahead: Lookahead, _ bytes: Span<UInt8>
    ) -> Bool {
        switch kind {  // LB21, LB22; a dash goes with the word before it.
        case .breakAfter, .hyphen, .nonstarter, .inseparable, .dash: return false
        default: break
        }
        switch last {
        case .letter, .hebrew, .hangulLV, .hangulLVT, .jamoL, .jamoV, .jamoT, .complex, .number:
            if kind.isAlphabetic || kind == .number || kind == .open { return false }  // LB23, LB26 to LB28, LB30
            return kind != .prefix && kind != .postfix  // LB24, LB25, LB27
        case .prefix:
            if kind.isAlphabetic || kind == .number || kind == .ideograph { return false }
            if kind == .emojiBase || kind == .emojiModifier { return false }
            return !(kind == .open && ahead.isNumber(bytes))
        case .postfix:
            if kind.isAlphabetic && !kind.isJamo || kind == .number { return false }
            return !(kind == .open && ahead.isNumber(bytes))
        case .infix: return !(kind.isAlphabetic || kind == .number)  // LB29
        case .close, .closeParenthesis, .closeWide:
            if number == .closed, kind == .prefix || kind == .postfix { return false }
            return last != .closeParenthesis || !(kind.isAlphabetic || kind == .number)
        case .ideograph: return kind != .postfix
        case .emojiBase: return kind != .postfix && kind != .emojiModifier  // LB30b
        case .emojiModifier: return kind != .postfix
        case .pictograph: return kind != .postfix && kind != .emojiModifier
        case .regional: return kind != .regional || isRegionalPair  // LB30a
        case .breakBefore: return false
        case .hyphen, .slash: return allowsBreak(after: last, before: kind, at: index, ahead, bytes)
        case .breakAfter:
            if kind == .number, beforeLast == .number { return false }  // A dash between years.
            return beforeLast != .hebrew || kind == .hebrew || isAfterSoftHyphen  // LB21a
        case .dash: return !startsWord
        default: return true
        }
    }

    /// After a hyphen or slash inside a word, if at least two letters stay on either side.
    private func allowsBreak(
        after sign: LineBreakClass, before kind: LineBreakClass, at index: Int, _ ahead: Lookahead,
        _ bytes: Span<UInt8>
    ) -> Bool {
        if beforeLast == .hebrew { return sign == .hyphen && kind == .hebrew }  // LB21a, LB21b
        if kind == .number, sign == .hyphen || number == .digits { return false }  // LB25
        if kind == .ideograph { return true }
        return kind.isAlphabetic || kind == .number
            ? (beforeLast.isAlphabetic || beforeLast == .number) && index - partStart > 2 && ahead.isAlphanumeric(bytes)
            : sign == .slash && !startsWord && kind != .hyphen
    }
}

/// The next character, looked up only if a rule needs it.
private struct Lookahead {
    let index: Int

    func isNumber(_ bytes: Span<UInt8>) -> Bool { kind(bytes) == .number }

    func isAlphanumeric(_ bytes: Span<UInt8>) -> Bool {
        guard let kind = kind(bytes) else { return false }
        return kind.isAlphabetic || kind == .number
    }

    /// LB15b: a quotation mark closes if no word follows it.
    func endsQuote(_ bytes: Span<UInt8>) -> Bool {
        switch kind(bytes) {
        case nil, .space, .glue, .wordJoiner, .close, .closeParenthesis, .closeWide, .quote, .quoteStart, .quoteEnd,
            .exclamation, .infix, .slash, .lineEnd, .zeroWidthSpace:
            true
        default: false
        }
    }

    func isWide(_ bytes: Span<UInt8>) -> Bool {
        guard index < bytes.count else { return false }
        let codePoint = bytes.codePoint(at: index).value
        return codePoint >= 0x1100 && CellWidth.of(codePoint: codePoint) > 1
    }

    private func kind(_ bytes: Span<UInt8>) -> LineBreakClass? {
        let table = LineBreakClass.table
        var index = index
        while index < bytes.count {
            let (codePoint, length) = bytes.codePoint(at: index)
            let kind = LineBreakClass.of(codePoint, in: table)
            if kind != .mark && kind != .joiner { return kind }
            index += length
        }
        return nil
    }
}

/// The line-breaking class of a code point: those of UAX #14, divided where its rules need it.
///
/// `Data/generate-line-breaks.py` uses the raw values.
enum LineBreakClass: UInt8 {
    case letter, number, hebrew, hangulLV, hangulLVT, jamoL, jamoV, jamoT, ideograph
    /// Scripts without spaces between words, which need a dictionary: Thai, Lao, Khmer.
    case complex
    case space, zeroWidthSpace, lineEnd, glue, wordJoiner, joiner, mark
    case open, openWide, close, closeParenthesis, closeWide, quote, quoteStart, quoteEnd
    case exclamation, infix, slash, hyphen, dash, breakAfter, breakBefore, nonstarter, inseparable, contingent
    case prefix, postfix, regional, emojiBase, emojiModifier
    /// Code points reserved for future emoji.
    case pictograph

    /// The classes of the first two planes, for a lookup in one step.
    static let table: [LineBreakClass] = {
        var table = [LineBreakClass](repeating: .letter, count: 0x20000)
        var classes = CharacterTableReader(.lineBreaks)
        while classes.nextSection() != nil {
            let value = classes.nextNumber().flatMap { LineBreakClass(rawValue: UInt8($0)) } ?? .letter
            while classes.nextLine(), let range = classes.nextRange() {
                for codePoint in range { table[codePoint] = value }
            }
        }
        for codePoint in 0xAC00...0xD7A3 { table[codePoint] = (codePoint - 0xAC00) % 28 == 0 ? .hangulLV : .hangulLVT }
        return table
    }()

    @inline(__always)
    static func of(_ codePoint: UInt32, in table: [LineBreakClass]) -> LineBreakClass {
        codePoint < 0x20000 ? table[Int(codePoint)] : ofRarePlane(codePoint)
    }

    private static func ofRarePlane(_ codePoint: UInt32) -> LineBreakClass {
        switch codePoint {
        case 0x20000...0x2FFFD, 0x30000...0x3FFFD: .ideograph
        case 0xE0000...0xE0FFF: .mark
        default: .letter
        }
    }

    /// Whether this is part of a word like a letter. Korean has spaces between words and reads worse when broken inside
    /// them, so its syllables are; UAX #14 allows both (8.1, “Korean”).
    var isAlphabetic: Bool {
        switch self {
        case .letter, .hebrew, .hangulLV, .hangulLVT, .jamoL, .jamoV, .jamoT, .complex: true
        default: false
        }
    }

    fileprivate var isJamo: Bool {
        switch self {
        case .hangulLV, .hangulLVT, .jamoL, .jamoV, .jamoT: true
        default: false
        }
    }

    fileprivate var isClosing: Bool { self == .close || self == .closeParenthesis || self == .closeWide }

    var isQuote: Bool { self == .quote || self == .quoteStart || self == .quoteEnd }
}

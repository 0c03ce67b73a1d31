/// The text before a position, as far as it affects line breaks.
///
/// “LB” and a number name a rule of UAX #14. Tailored rules: hyphens, slashes and dashes leave no short rest of a word,
/// spaces before a slash or a dot, and Korean (`LineBreakClass.isAlphabetic`).
struct LineBreakContext {
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

/// The line-breaking class of a code point: those of UAX #14, divided where its rules need it.
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
        for (value, ranges) in LineBreakTable.all {
            for index in stride(from: 0, to: ranges.count, by: 2) {
                for codePoint in ranges[index]...ranges[index + 1] { table[Int(codePoint)] = value }
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

    var isJamo: Bool {
        switch self {
        case .hangulLV, .hangulLVT, .jamoL, .jamoV, .jamoT: true
        default: false
        }
    }

    var isClosing: Bool { self == .close || self == .closeParenthesis || self == .closeWide }

    var isQuote: Bool { self == .quote || self == .quoteStart || self == .quoteEnd }
}

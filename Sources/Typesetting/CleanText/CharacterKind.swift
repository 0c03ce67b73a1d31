/// What a code point means to a terminal: whether it may be sent, and which kind of space it is.
enum CharacterKind {
    /// May be sent in any context.
    case visible
    /// Joins the character before it and takes no cell.
    case mark
    case variationSelector
    /// ZWJ and ZWNJ, which are part of the spelling in Persian and Indic scripts, and join emoji.
    case joiner
    case skinTone
    /// The frame of a key, which turns a digit into an emoji.
    case keycap
    case regionalIndicator
    /// A vowel or final consonant of Hangul, which joins the jamo before it.
    case jamo
    case space
    /// A space of fixed size, which HTML doesn't collapse: em space, thin space, ideographic space.
    case fixedSpace
    case noBreakSpace
    case tab
    case lineBreak
    /// U+200B, which allows a line break.
    case breakHint
    /// U+00AD, which allows a hyphen.
    case softHyphen
    /// U+2060, which forbids a line break, and its predecessor.
    case wordJoiner
    /// Of unknown width.
    case unknown
    /// Never sent to a terminal.
    case forbidden

    @inline(__always)
    init(_ codePoint: UInt32) {
        // ASCII, western letters and ideographs need no table.
        if 0x21..<0x7F ~= codePoint || 0xAE..<0x300 ~= codePoint || 0x4E00..<0xA000 ~= codePoint {
            self = .visible
        } else if codePoint == 0x20 {
            self = .space
        } else {
            self = Self.unusual(codePoint)
        }
    }

    private static func unusual(_ codePoint: UInt32) -> CharacterKind {
        switch CellTrait(codePoint) {
        case .narrow, .wide, .spacingMark, .prepended, .leadingJamo, .narrowPictograph, .widePictograph: .visible
        case .wideMark: 0x1F3FB...0x1F3FF ~= codePoint ? .skinTone : .visible
        case .mark: .mark
        case .vowelJamo, .trailingJamo: .jamo
        case .regionalIndicator: .regionalIndicator
        case .joiner: .joiner
        case .ignorable: ignorable(codePoint)
        case .special: special(codePoint)
        case .unknown: .unknown
        }
    }

    private static func ignorable(_ codePoint: UInt32) -> CharacterKind {
        switch codePoint {
        case 0x200C: .joiner
        case 0x20E3: .keycap
        case 0xFE00...0xFE0F, 0xE0100...0xE01EF: .variationSelector
        default: .forbidden  // Tags, the grapheme joiner, invisible Khmer vowels.
        }
    }

    // Forbidden characters are dropped without a replacement: the reader wants the sentence, and an escape sequence
    // without its ESC stays readable, which reveals the attempt. They are C0, DEL and C1, bidi controls, invisible
    // operators, interlinear annotation, the object replacement, formats of notes, shorthand and hieroglyphs that no
    // terminal supports, and noncharacters.
    private static func special(_ codePoint: UInt32) -> CharacterKind {
        switch codePoint {
        case 0x09: .tab
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029: .lineBreak
        case 0xA0, 0x2007, 0x202F: .noBreakSpace
        // The empty Braille pattern and the Hangul fillers look like spaces.
        case 0x1680, 0x2000...0x200A, 0x205F, 0x2800, 0x3000, 0x3164, 0xFFA0: .fixedSpace
        case 0x200B: .breakHint
        case 0xAD: .softHyphen
        case 0x2060, 0xFEFF: .wordJoiner
        default: .forbidden
        }
    }
}

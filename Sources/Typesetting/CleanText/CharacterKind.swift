/// What a code point means to a terminal: whether it may be sent there, and what kind of space it is.
enum CharacterKind {
    /// What is sent whatever stands around it.
    case visible
    /// What joins the character before it and takes no cell.
    case mark
    case variationSelector
    /// ZWJ and ZWNJ, which Persian and the Indic scripts are spelt with, and emoji glued together.
    case joiner
    case skinTone
    /// The frame of a key, which makes an emoji of a digit.
    case keycap
    case regionalIndicator
    /// A vowel or a last consonant of Hangul, which goes with the jamo before it.
    case jamo
    case space
    /// Spaces of a given size, which HTML does not collapse: em space, thin space, ideographic space.
    case fixedSpace
    case noBreakSpace
    case tab
    case lineBreak
    /// U+200B, which says that a line may break here.
    case breakHint
    /// U+00AD, which says that a word may be hyphenated here.
    case softHyphen
    /// U+2060, which says that no line breaks here, and what was used for that before it.
    case wordJoiner
    /// What nobody knows the width of.
    case unknown
    /// What no terminal is sent.
    case forbidden

    @inline(__always)
    init(_ codePoint: UInt32) {
        // ASCII, the letters of western languages and the ideographs need no table.
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
        default: .forbidden  // Tags, the grapheme joiner, the Khmer vowels that are heard and not seen.
        }
    }

    // Forbidden characters are dropped and not drawn as pictures: a reader wants the sentence, and where an escape
    // sequence loses its ESC the rest stays readable, which shows that somebody tried. They are C0, DEL and C1, the
    // bidi controls, invisible operators, interlinear annotation, the mark of an object that is not here, formats of
    // notes, shorthand and hieroglyphs that no terminal sets, and noncharacters.
    private static func special(_ codePoint: UInt32) -> CharacterKind {
        switch codePoint {
        case 0x09: .tab
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029: .lineBreak
        case 0xA0, 0x2007, 0x202F: .noBreakSpace
        // The empty Braille pattern and the Hangul fillers are as empty as spaces are.
        case 0x1680, 0x2000...0x200A, 0x205F, 0x2800, 0x3000, 0x3164, 0xFFA0: .fixedSpace
        case 0x200B: .breakHint
        case 0xAD: .softHyphen
        case 0x2060, 0xFEFF: .wordJoiner
        default: .forbidden
        }
    }
}

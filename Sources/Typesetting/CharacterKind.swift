/// What a code point means to a terminal: whether it may be sent there, and what kind of space it is.
enum CharacterKind {
    case visible
    case space
    /// Spaces of a given size, which HTML does not collapse: em space, thin space, ideographic space.
    case fixedSpace
    case noBreakSpace
    case tab
    case lineBreak
    /// U+200B, which says that a line may break here.
    case breakHint
    /// What no terminal is sent.
    case forbidden

    @inline(__always)
    init(_ codePoint: UInt32) {
        if codePoint > 0x20, codePoint < 0x7F {
            self = .visible
        } else if codePoint == 0x20 {
            self = .space
        } else {
            self = Self.unusual(codePoint)
        }
    }

    /// Whether a terminal may be sent this code point.
    static func isAllowed(_ codePoint: UInt32) -> Bool {
        switch CharacterKind(codePoint) {
        case .visible, .space, .fixedSpace, .noBreakSpace: true
        case .tab, .lineBreak, .breakHint, .forbidden: false
        }
    }

    // Forbidden characters are dropped and not drawn as pictures: a reader wants the sentence, and where an escape
    // sequence loses its ESC the rest stays readable, which shows that somebody tried. ZWNJ and ZWJ stay, since
    // Persian, the Indic scripts and emoji are spelt with them, and so do private use characters (icon fonts).
    private static func unusual(_ codePoint: UInt32) -> CharacterKind {
        switch codePoint {
        case 0x09: .tab
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029: .lineBreak
        case 0xA0, 0x2007, 0x202F: .noBreakSpace
        case 0x1680, 0x2000...0x200A, 0x205F, 0x3000: .fixedSpace
        case 0x200B: .breakHint
        case 0x00...0x1F, 0x7F...0x9F: .forbidden
        case 0xAD: .forbidden  // A soft hyphen: terminals draw a hyphen, or nothing, or move on by a cell.
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: .forbidden  // Bidi controls.
        case 0x180E, 0x2060...0x206F, 0xFEFF: .forbidden  // Joiners, invisible operators, the byte order mark.
        case 0xFFF9...0xFFFC: .forbidden  // Interlinear annotation, and the mark of an object that is not here.
        case 0x13430...0x1343F, 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A: .forbidden  // Formats no terminal sets.
        case 0xE0000...0xE00FF, 0xE01F0...0xE0FFF: .forbidden  // Tags and their reserve, not variation selectors.
        case 0xFDD0...0xFDEF: .forbidden  // Noncharacters, and so are the last two of each plane.
        default: codePoint & 0xFFFE == 0xFFFE ? .forbidden : .visible
        }
    }
}

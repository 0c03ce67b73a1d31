/// Hangul syllables, which are one code point or two or three jamo (The Unicode Standard, 3.12).
enum HangulSyllable {
    static func isSyllable(_ codePoint: UInt32) -> Bool {
        0xAC00...0xD7A3 ~= codePoint
    }

    /// Whether it ends in a vowel, so that a final consonant may follow.
    static func isOpen(_ codePoint: UInt32) -> Bool {
        isSyllable(codePoint) && (codePoint - 0xAC00) % 28 == 0
    }

    /// Returns the code point that two others compose.
    static func composed(_ first: UInt32, _ second: UInt32) -> UInt32? {
        if 0x1100...0x1112 ~= first, 0x1161...0x1175 ~= second {
            return 0xAC00 + ((first - 0x1100) * 21 + second - 0x1161) * 28
        }
        if isOpen(first), 0x11A8...0x11C2 ~= second { return first + second - 0x11A7 }
        return nil
    }
}

/// Where a line may be broken between two characters that no space parts.
enum LineBreakRules {
    @inline(__always)
    static func allowBreak(between before: UInt32, and after: UInt32, cells: Int) -> Bool {
        if before < 0x7F, after < 0x7F { return before == 0x2D && isLetter(after) }
        return allowUnusualBreak(between: before, and: after, cells: cells)
    }

    private static func allowUnusualBreak(between before: UInt32, and after: UInt32, cells: Int) -> Bool {
        if before == 0x20 || before == 0xA0 || before == 0x200D || before == 0x200B { return false }
        if after == 0xA0 || cells == 0 || mayNotStart(after) || mayNotEnd(before) { return false }
        if 0x1F3FB...0x1F3FF ~= after { return false }  // A skin tone belongs to the hand before it.
        if CharacterKind(before) == .fixedSpace || before == 0x2014 { return true }
        return cells > 1 || CellWidth.of(codePoint: before) > 1
    }

    private static func isLetter(_ codePoint: UInt32) -> Bool {
        0x61...0x7A ~= codePoint | 0x20
    }

    /// Closing marks, and the small kana that go with the one before (JIS X 4051, the rules called kinsoku).
    private static func mayNotStart(_ codePoint: UInt32) -> Bool {
        switch codePoint {
        case 0x21, 0x25, 0x29, 0x2C, 0x2E, 0x3A, 0x3B, 0x3F, 0x5D, 0x7D, 0xBB, 0x2019, 0x201D, 0x2013...0x2014,
            0x2026, 0x3001, 0x3002, 0x3005, 0x3009, 0x300B, 0x300D, 0x300F, 0x3011, 0x3015, 0x3017, 0x3019, 0x301C,
            0x303B, 0x3041, 0x3043, 0x3045, 0x3047, 0x3049, 0x3063, 0x3083, 0x3085, 0x3087, 0x308E, 0x3095, 0x3096,
            0x309B...0x309E, 0x30A1, 0x30A3, 0x30A5, 0x30A7, 0x30A9, 0x30C3, 0x30E3, 0x30E5, 0x30E7, 0x30EE, 0x30F5,
            0x30F6, 0x30FB...0x30FE, 0xFF01, 0xFF05, 0xFF09, 0xFF0C, 0xFF0E, 0xFF1A, 0xFF1B, 0xFF1F, 0xFF3D, 0xFF5D,
            0xFF5E:
            true
        default: false
        }
    }

    private static func mayNotEnd(_ codePoint: UInt32) -> Bool {
        switch codePoint {
        case 0x28, 0x5B, 0x7B, 0xAB, 0x2018, 0x201C, 0x3008, 0x300A, 0x300C, 0x300E, 0x3010, 0x3014, 0x3016, 0x3018,
            0xFF08, 0xFF3B, 0xFF5B:
            true
        default: false
        }
    }
}

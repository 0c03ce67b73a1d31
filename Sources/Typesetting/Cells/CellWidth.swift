/// The number of terminal cells that a text takes.
///
/// It is the sum of `wcwidth()` over the code points, not over visible characters, because ncurses 6.4 advances the
/// cursor by that: a family joined by ZWJ takes 6 cells, ❤️ takes one. Clean text contains no cluster that terminals
/// could measure differently. lede has its own table, so that no locale is needed; a test compares it with the C
/// library's.
package enum CellWidth {
    package static func of(_ text: String) -> Int {
        of(text.utf8.span)
    }

    package static func of(_ scalar: Unicode.Scalar) -> Int { of(codePoint: scalar.value) }

    static func of(_ bytes: Span<UInt8>) -> Int {
        of(bytes, in: 0..<bytes.count)
    }

    static func of(_ bytes: Span<UInt8>, in range: Range<Int>) -> Int {
        var cells = 0
        var index = range.lowerBound
        while index < range.upperBound {
            if bytes[index] < 0x80 {
                cells += 1
                index += 1
            } else {
                let (codePoint, length) = bytes.codePoint(at: index)
                cells += of(codePoint: codePoint)
                index += length
            }
        }
        return cells
    }

    /// Returns the cells of a code point: one if `wcwidth()` doesn't know it, as ncurses advances.
    @inline(__always)
    static func of(codePoint: UInt32) -> Int {
        // Most text needs no table.
        if codePoint < 0x300 { return 1 }
        if 0x4E00..<0xA000 ~= codePoint { return 2 }
        return switch CellTrait(codePoint) {
        case .narrow, .spacingMark, .prepended, .narrowPictograph, .regionalIndicator, .unknown: 1
        case .wide, .wideMark, .leadingJamo, .widePictograph: 2
        case .mark, .vowelJamo, .trailingJamo, .ignorable, .joiner: 0
        case .special: ofSpecial(codePoint)
        }
    }

    private static func ofSpecial(_ codePoint: UInt32) -> Int {
        switch codePoint {
        case 0x3000, 0x3164: 2
        // Assigned format characters.
        case 0x61C, 0x180E, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2064, 0x2066...0x206F, 0xFEFF, 0xFFF9...0xFFFB,
            0x13430...0x13438, 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0001:
            0
        default: 1
        }
    }
}

/// How many cells of a terminal text takes.
///
/// This is the sum of `wcwidth()` over the code points and not over what looks like one character, because that sum is
/// what ncurses 6.4 advances the cursor by: a family joined by ZWJ takes 6 cells, ❤️ takes one. Clean text holds no
/// cluster that a terminal could see differently. The table is our own, so that the answer needs no locale; a test
/// compares it with the C library's.
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

    /// One for a code point that `wcwidth()` does not know, as ncurses advances.
    @inline(__always)
    static func of(codePoint: UInt32) -> Int {
        // What nearly all text is made of needs no table.
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
        // Format characters, as far as they are assigned.
        case 0x61C, 0x180E, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2064, 0x2066...0x206F, 0xFEFF, 0xFFF9...0xFFFB,
            0x13430...0x13438, 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0001:
            0
        default: 1
        }
    }
}

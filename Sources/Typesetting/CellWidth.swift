/// How many cells of a terminal text takes.
///
/// This is the sum of `wcwidth()` over the code points and not over what looks like one character, because that sum is
/// what ncurses 6.4 advances the cursor by: a family joined by ZWJ takes 6 cells, ❤️ takes one. The table is our own,
/// so that the answer needs no locale; a test compares it with the C library's.
package enum CellWidth {
    package static func of(_ text: String) -> Int {
        of(text.utf8.span)
    }

    static func of(_ bytes: Span<UInt8>) -> Int {
        var cells = 0
        var index = 0
        while index < bytes.count {
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
    static func of(codePoint: UInt32) -> Int {
        switch codePoint {
        case ..<0x300: 1
        case 0x4E00...0x9FFF, 0xAC00...0xD7A3: 2
        default:
            if contains(codePoint, in: CellWidthTable.zero) {
                0
            } else {
                contains(codePoint, in: CellWidthTable.wide) ? 2 : 1
            }
        }
    }

    /// Binary search over ranges written as first, last, first, last.
    private static func contains(_ codePoint: UInt32, in ranges: [UInt32]) -> Bool {
        var low = 0
        var high = ranges.count / 2
        while low < high {
            let middle = (low + high) / 2
            if ranges[2 * middle + 1] < codePoint { low = middle + 1 } else { high = middle }
        }
        return 2 * low < ranges.count && ranges[2 * low] <= codePoint
    }
}

/// A visible character: an extended grapheme cluster of Unicode (UAX #29).
///
/// Swift's `Character` is the same, but too slow for setting articles.
enum Cluster {
    /// Returns the end of the cluster that starts at this byte of UTF-8.
    @inline(__always)
    static func end(in bytes: Span<UInt8>, at start: Int) -> Int {
        let next = start + 1
        // Two ASCII characters never join, except CR and LF.
        if bytes[start] < 0x80, next == bytes.count || bytes[next] < 0x80 && bytes[start] != 0x0D { return next }
        return longEnd(in: bytes, at: start)
    }

    /// The longest cluster in bytes; no language has a longer one. Longer runs of vowels or consonants are cut, or
    /// setting them would search for the end again on every line.
    private static let longest = 256

    private static func longEnd(in bytes: Span<UInt8>, at start: Int) -> Int {
        var (codePoint, length) = bytes.codePoint(at: start)
        var cluster = Prefix(startingWith: codePoint)
        var end = start + length
        while end < min(bytes.count, start + longest) {
            (codePoint, length) = bytes.codePoint(at: end)
            guard cluster.goesOn(with: codePoint) else { return end }
            end += length
        }
        return end
    }

    /// The part of a cluster read so far.
    private struct Prefix {
        private enum Role {
            case control, carriageReturn, lineFeed, other, extending, spacing, prepended, regional, pictograph, joiner
            case leading, vowel, trailing, openSyllable, closedSyllable
        }

        private var last: Role
        /// Whether it ends in a pictograph, its extensions, and at most one joiner.
        private var isEmoji: Bool
        private var regionalCount: Int

        init(startingWith codePoint: UInt32) {
            last = Self.role(codePoint)
            isEmoji = last == .pictograph
            regionalCount = last == .regional ? 1 : 0
        }

        /// Adds a code point, and returns false if a boundary comes before it (rules GB3 to GB999).
        mutating func goesOn(with codePoint: UInt32) -> Bool {
            let next = Self.role(codePoint)
            guard joins(next) else { return false }
            let isPartOfEmoji = last != .joiner && (next == .extending || next == .joiner)
            isEmoji = next == .pictograph || isEmoji && isPartOfEmoji
            regionalCount += next == .regional ? 1 : 0
            last = next
            return true
        }

        private func joins(_ next: Role) -> Bool {
            switch (last, next) {
            case (.carriageReturn, .lineFeed): true
            case (.control, _), (.carriageReturn, _), (.lineFeed, _): false
            case (_, .control), (_, .carriageReturn), (_, .lineFeed): false
            case (_, .extending), (_, .spacing), (_, .joiner), (.prepended, _): true
            case (.leading, .leading), (.leading, .vowel), (.leading, .openSyllable), (.leading, .closedSyllable): true
            case (.openSyllable, .vowel), (.openSyllable, .trailing), (.vowel, .vowel), (.vowel, .trailing): true
            case (.closedSyllable, .trailing), (.trailing, .trailing): true
            case (.joiner, .pictograph): isEmoji
            case (.regional, .regional): regionalCount == 1
            default: false
            }
        }

        private static func role(_ codePoint: UInt32) -> Role {
            switch CellTrait(codePoint) {
            case .narrow, .unknown: .other
            case .wide: HangulSyllable.isSyllable(codePoint) ? syllable(codePoint) : .other
            case .mark, .wideMark, .ignorable: .extending
            case .spacingMark: .spacing
            case .prepended: .prepended
            case .leadingJamo: .leading
            case .vowelJamo: .vowel
            case .trailingJamo: .trailing
            case .narrowPictograph, .widePictograph: .pictograph
            case .regionalIndicator: .regional
            case .joiner: .joiner
            case .special: special(codePoint)
            }
        }

        private static func syllable(_ codePoint: UInt32) -> Role {
            HangulSyllable.isOpen(codePoint) ? .openSyllable : .closedSyllable
        }

        private static func special(_ codePoint: UInt32) -> Role {
            switch codePoint {
            case 0x0D: .carriageReturn
            case 0x0A: .lineFeed
            case 0x20, 0xA0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x2800, 0x3000, 0x3164, 0xFFA0, 0xFFFC: .other
            case 0xFDD0...0xFDEF: .other
            default: codePoint & 0xFFFE == 0xFFFE ? .other : .control
            }
        }
    }
}

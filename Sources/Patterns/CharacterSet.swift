import CLinux
import Glibc

/// Characters in brackets. All characters are compared in upper case, as glibc does to ignore case.
struct CharacterSet {
    private let isNegated: Bool
    private let ranges: [ClosedRange<UInt32>]
    private let classes: [wctype_t]
    /// Which characters of ASCII are in it.
    private var ascii: (UInt64, UInt64) = (0, 0)

    init(isNegated: Bool = false, ranges: [ClosedRange<UInt32>] = [], classes: [String] = []) {
        self.isNegated = isNegated
        self.ranges = ranges
        self.classes = classes.map { $0 == "lower" || $0 == "upper" ? "alpha" : $0 }.map { Letters.kind($0) }
        for character in 0..<UInt32(128) where has(character) {
            if character < 64 { ascii.0 |= 1 << UInt64(character) } else { ascii.1 |= 1 << UInt64(character - 64) }
        }
    }

    /// Whether a character in upper case is in it.
    func contains(_ character: UInt32) -> Bool {
        guard character < 128 else { return has(character) }
        return (character < 64 ? ascii.0 >> UInt64(character) : ascii.1 >> UInt64(character - 64)) & 1 == 1
    }

    private func has(_ character: UInt32) -> Bool {
        let isListed =
            ranges.contains { $0.contains(character) } || classes.contains { Letters.isOf($0, character) }
        return isListed != isNegated
    }
}

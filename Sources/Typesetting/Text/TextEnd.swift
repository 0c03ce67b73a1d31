/// The end of a clean buffer, which determines what may join it.
///
/// Terminals that add up code points and those that draw clusters must get the same number of cells. So joining
/// characters stay only if they change no width.
struct TextEnd {
    /// The last code point, or a newline if there is none.
    private let last: UInt32
    private let start: Int
    private let trait: CellTrait

    init(of buffer: [UInt8]) {
        let bytes = buffer.span
        start = bytes.isEmpty ? 0 : bytes.startOfCodePoint(before: bytes.count)
        last = bytes.isEmpty ? 0x0A : bytes.codePoint(at: start).value
        trait = CellTrait(last)
    }

    var isPictograph: Bool { trait.isPictograph }

    /// Appends a joining character, its visible part, or nothing.
    static func append(_ codePoint: UInt32, _ kind: CharacterKind, to buffer: inout [UInt8]) {
        let end = TextEnd(of: buffer)
        switch kind {
        case .mark: end.append(mark: codePoint, to: &buffer)
        case .jamo: end.append(jamo: codePoint, to: &buffer)
        case .variationSelector: if end.takes(variationSelector: codePoint) { buffer.append(codePoint) }
        case .joiner: if end.isOfJoiningScript { buffer.append(codePoint) }
        case .keycap: if !end.isOfKeypad { end.append(mark: codePoint, to: &buffer) }
        // After a person it only changes the colour; alone it is a coloured square.
        case .skinTone: if end.isBlank { buffer.append(codePoint) }
        default: preconditionFailure("This joins nothing.")
        }
    }

    /// The most marks on one character, more than any language uses.
    private static let mostMarks = 8

    /// Whether there is nothing for a mark to join.
    private var isBlank: Bool { trait == .special || last == 0x20 }

    private func append(mark: UInt32, to buffer: inout [UInt8]) {
        guard !isBlank, markCount(in: buffer.span) < Self.mostMarks else { return }
        buffer.append(mark)
    }

    /// Jamo become syllables, which all terminals and fonts know. Old ones stay as they are.
    private func append(jamo: UInt32, to buffer: inout [UInt8]) {
        if let syllable = HangulSyllable.composed(last, jamo) {
            buffer.removeSubrange(start...)
            buffer.append(syllable)
        } else if !goesBefore(jamo: jamo) {
            buffer.append(0xFFFD as UInt32)
        } else if markCount(in: buffer.span) < Self.mostMarks {
            buffer.append(jamo)
        }
    }

    private func goesBefore(jamo: UInt32) -> Bool {
        switch (trait, CellTrait(jamo)) {
        case (.leadingJamo, .vowelJamo), (.vowelJamo, _), (.trailingJamo, .trailingJamo): true
        case (.wide, let next): HangulSyllable.isOpen(last) || next == .trailingJamo && HangulSyllable.isSyllable(last)
        default: false
        }
    }

    /// Whether a variation selector may follow: only one, after a character that it can vary. VS16 would widen a narrow
    /// one, VS15 would narrow a wide one.
    private func takes(variationSelector: UInt32) -> Bool {
        switch variationSelector {
        case 0xFE0F: false
        case 0xFE0E: trait == .narrowPictograph
        case 0xFE00...0xFE0D: last >= 0x1000 && (trait == .narrow || trait == .wide)
        default: last >= 0x2E80 && trait == .wide
        }
    }

    /// Whether joiners are part of the spelling in this script, such as Arabic or Mongolian.
    private var isOfJoiningScript: Bool {
        switch last {
        case 0x600...0x10FF, 0x1780...0x1AAF, 0x1B00...0x1C4F, 0xA800...0xABFF, 0x10A00...0x11FFF, 0x1E900...0x1E95F:
            trait != .special
        default: false
        }
    }

    private var isOfKeypad: Bool { last == 0x23 || last == 0x2A || 0x30...0x39 ~= last }

    /// Returns how many of the last code points take no cell, counted only as far as it matters.
    private func markCount(in bytes: Span<UInt8>) -> Int {
        var count = 0
        var end = bytes.count
        while end > 0, count < Self.mostMarks {
            end = bytes.startOfCodePoint(before: end)
            guard bytes[end] >= 0x80, CellWidth.of(codePoint: bytes.codePoint(at: end).value) == 0 else { break }
            count += 1
        }
        return count
    }
}

extension [UInt8] {
    /// Appends a code point in UTF-8.
    @inline(__always)
    mutating func append(_ codePoint: UInt32) {
        switch codePoint {
        case ..<0x80: append(UInt8(codePoint))
        case ..<0x800:
            append(UInt8(0xC0 | codePoint >> 6))
            append(UInt8(0x80 | codePoint & 0x3F))
        case ..<0x10000:
            append(UInt8(0xE0 | codePoint >> 12))
            append(UInt8(0x80 | codePoint >> 6 & 0x3F))
            append(UInt8(0x80 | codePoint & 0x3F))
        default:
            append(UInt8(0xF0 | codePoint >> 18 & 0x07))
            append(UInt8(0x80 | codePoint >> 12 & 0x3F))
            append(UInt8(0x80 | codePoint >> 6 & 0x3F))
            append(UInt8(0x80 | codePoint & 0x3F))
        }
    }
}

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

extension Span where Element == UInt8 {
    /// Returns the code point at this byte of UTF-8 and its length; U+FFFD and one if it is invalid.
    @inline(__always)
    func codePoint(at index: Int) -> (value: UInt32, length: Int) {
        let first = self[index]
        if first < 0x80 { return (UInt32(first), 1) }
        return longCodePoint(first, at: index) ?? (0xFFFD, 1)
    }

    /// Returns the start of the code point before this position in valid UTF-8.
    func startOfCodePoint(before index: Int) -> Int {
        var start = index - 1
        while start > 0, self[start] & 0xC0 == 0x80 { start -= 1 }
        return start
    }

    @inline(__always)
    private func longCodePoint(_ first: UInt8, at index: Int) -> (value: UInt32, length: Int)? {
        guard let second = continuation(index + 1) else { return nil }
        if first < 0xE0 {
            // C0 and C1 would encode ASCII in two bytes, and lower bytes are continuations.
            return first < 0xC2 ? nil : (UInt32(first & 0x1F) << 6 | second, 2)
        }
        guard let third = continuation(index + 2) else { return nil }
        if first < 0xF0 {
            let value = UInt32(first & 0x0F) << 12 | second << 6 | third
            return value < 0x800 || value & 0xF800 == 0xD800 ? nil : (value, 3)
        }
        guard first < 0xF5, let fourth = continuation(index + 3) else { return nil }
        let value = UInt32(first & 0x07) << 18 | second << 12 | third << 6 | fourth
        return value < 0x10000 || value > 0x10FFFF ? nil : (value, 4)
    }

    @inline(__always)
    private func continuation(_ index: Int) -> UInt32? {
        guard index < count, self[index] & 0xC0 == 0x80 else { return nil }
        return UInt32(self[index] & 0x3F)
    }
}

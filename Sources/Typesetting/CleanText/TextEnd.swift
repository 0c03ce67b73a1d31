/// What a buffer of clean text ends in, on which depends what may join it.
///
/// Whether a terminal adds up code points or draws clusters, it has to come to the same number of cells. So of what
/// joins a character only that stays which changes no width.
struct TextEnd {
    /// The last code point, or a newline where there is none.
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

    /// Appends what joins the character before it, or what is to be seen of it, or nothing.
    static func append(_ codePoint: UInt32, _ kind: CharacterKind, to buffer: inout [UInt8]) {
        let end = TextEnd(of: buffer)
        switch kind {
        case .mark: end.append(mark: codePoint, to: &buffer)
        case .jamo: end.append(jamo: codePoint, to: &buffer)
        case .variationSelector: if end.takes(variationSelector: codePoint) { buffer.append(codePoint) }
        case .joiner: if end.isOfJoiningScript { buffer.append(codePoint) }
        case .keycap: if !end.isOfKeypad { end.append(mark: codePoint, to: &buffer) }
        // After a person it only colours them; alone it is a coloured square.
        case .skinTone: if end.isBlank { buffer.append(codePoint) }
        default: preconditionFailure("This joins nothing.")
        }
    }

    /// More marks than any language puts on one character.
    private static let mostMarks = 8

    /// Whether it is nothing that a mark could stand on.
    private var isBlank: Bool { trait == .special || last == 0x20 }

    private func append(mark: UInt32, to buffer: inout [UInt8]) {
        guard !isBlank, markCount(in: buffer.span) < Self.mostMarks else { return }
        buffer.append(mark)
    }

    /// Jamo become syllables, which all terminals and fonts know; old ones stay as they are spelt.
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

    /// One of them, after what it can vary. VS16 would widen what is narrow, VS15 would narrow what is wide.
    private func takes(variationSelector: UInt32) -> Bool {
        switch variationSelector {
        case 0xFE0F: false
        case 0xFE0E: trait == .narrowPictograph
        case 0xFE00...0xFE0D: last >= 0x1000 && (trait == .narrow || trait == .wide)
        default: last >= 0x2E80 && trait == .wide
        }
    }

    /// Scripts in which joiners are part of the spelling, from Arabic to Mongolian and those like them.
    private var isOfJoiningScript: Bool {
        switch last {
        case 0x600...0x10FF, 0x1780...0x1AAF, 0x1B00...0x1C4F, 0xA800...0xABFF, 0x10A00...0x11FFF, 0x1E900...0x1E95F:
            trait != .special
        default: false
        }
    }

    private var isOfKeypad: Bool { last == 0x23 || last == 0x2A || 0x30...0x39 ~= last }

    /// How many of the last code points take no cell, counted as far as it matters.
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

/// The characters that XML allows (XML 1.0, sections 2.2 and 2.3).
enum XMLCharacter {
    /// Whether a name may begin with this byte. Every non-ASCII byte counts, because one byte doesn't show its
    /// character.
    static func beginsName(_ byte: UInt8) -> Bool {
        byte.isLetter || byte == UInt8(ascii: "_") || byte >= 0x80
    }

    /// Whether a name may contain this byte. Every non-ASCII byte counts.
    static func isInName(_ byte: UInt8) -> Bool {
        beginsName(byte) || byte.isDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
            || byte == UInt8(ascii: ":")
    }

    /// Whether the bytes are a valid name.
    static func isName(_ name: ByteView) -> Bool {
        guard let first = name.first, beginsName(first), name.last != UInt8(ascii: ":") else { return false }
        if name.isASCII { return name.count { $0 == UInt8(ascii: ":") } <= 1 }
        return String(decoding: name, as: UTF8.self).unicodeScalars.allSatisfy { scalar in
            scalar.isASCII || letters.contains { $0.contains(scalar) }
        }
    }

    /// Whether XML allows the character.
    static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D: true
        case ..<0x20, 0xFFFE, 0xFFFF: false
        default: true
        }
    }

    private static let letters: [ClosedRange<Unicode.Scalar>] = [
        "\u{C0}"..."\u{D6}", "\u{D8}"..."\u{F6}", "\u{F8}"..."\u{2FF}", "\u{370}"..."\u{37D}", "\u{37F}"..."\u{1FFF}",
        "\u{200C}"..."\u{200D}", "\u{2070}"..."\u{218F}", "\u{2C00}"..."\u{2FEF}", "\u{3001}"..."\u{D7FF}",
        "\u{F900}"..."\u{FDCF}", "\u{FDF0}"..."\u{FFFD}", "\u{10000}"..."\u{EFFFF}"
    ]
}

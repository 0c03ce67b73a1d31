/// The escape of one character in JSON that is safe to show on a terminal.
struct JSONEscape {
    let text: String
    /// The character's length in UTF-8 bytes.
    let length: Int

    /// Nil for characters that need no escape, and within a character.
    init?(at index: Int, in text: UnsafeBufferPointer<UInt8>) {
        let byte = text[index]
        switch byte {
        case UInt8(ascii: "\""): self.init("\\\"", 1)
        case UInt8(ascii: "\\"): self.init("\\\\", 1)
        case UInt8(ascii: "\n"): self.init("\\n", 1)
        case UInt8(ascii: "\t"): self.init("\\t", 1)
        case ..<0x20, 0x7F: self.init(Self.escaped(Unicode.Scalar(byte)), 1)
        // The first bytes of all characters that may need an escape.
        case 0xC2, 0xD8, 0xE2, 0xEF, 0xF3, 0xF4:
            var decoder = UTF8()
            var rest = text[index...].makeIterator()
            guard case .scalarValue(let scalar) = decoder.decode(&rest), Self.mustBeEscaped(scalar) else { return nil }
            self.init(Self.escaped(scalar), UTF8.width(scalar))
        default: return nil
        }
    }

    private init(_ text: String, _ length: Int) {
        self.text = text
        self.length = length
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        var text = ""
        for unit in String(scalar).utf16 {
            let digits = String(unit, radix: 16)
            text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
        return text
    }

    /// Whether the character could control a terminal: C1 controls, bidi controls, tags, and the one by which a terminal
    /// like kitty shows a picture.
    private static func mustBeEscaped(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x80...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF, 0xE0000...0xE007F, 0x10EEEE:
            true
        default: false
        }
    }
}
